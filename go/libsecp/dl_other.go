//go:build !((darwin || freebsd || linux || netbsd) && !android && !faketime)

package libsecp

func load(string) (uintptr, error) { return 0, ErrUnsupported }

func lookup(uintptr, string) uintptr { return 0 }
