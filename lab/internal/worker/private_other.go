//go:build !linux

package worker

import "os"

// privateRoot is where copies go.
func privateRoot() string { return os.TempDir() }

func lockFolder(string) (unlock func()) { return func() {} }
