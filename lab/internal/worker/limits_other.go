//go:build !linux || !(amd64 || arm64)

package worker

const limitsText = "none: this system has no way known to the lab"

func domainText() string { return "" }

// limited returns the arguments that start a worker within limits.
func limited(argv []string, _ bool) []string { return argv }
