module koblitz.dev/go/cmd/koblitz

go 1.26.0

require (
	github.com/schollz/progressbar/v3 v3.18.0
	github.com/spf13/cobra v1.10.2
	golang.org/x/sys v0.49.0
	golang.org/x/term v0.47.0
	koblitz.dev/go v0.0.0
	koblitz.dev/go/libsecp v0.0.0
)

require (
	github.com/ebitengine/purego v0.11.3 // indirect
	github.com/inconshreveable/mousetrap v1.1.0 // indirect
	github.com/mitchellh/colorstring v0.0.0-20190213212951-d06e56a500db // indirect
	github.com/rivo/uniseg v0.4.7 // indirect
	github.com/spf13/pflag v1.0.9 // indirect
)

replace (
	koblitz.dev/go => ../..
	koblitz.dev/go/libsecp => ../../libsecp
)
