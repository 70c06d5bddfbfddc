//go:build !linux

package worker

import "os"

// privateRoot is where copies go.
func privateRoot() string { return os.TempDir() }

// Ready says what keeps workers from being started.
func Ready() error { return nil }

func lockFolder(string) (unlock func()) { return func() {} }
