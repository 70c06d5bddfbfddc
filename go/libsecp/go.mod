module koblitz.dev/go/libsecp

go 1.24.0

require (
	github.com/ebitengine/purego v0.10.2
	koblitz.dev/go v0.0.0
)

require golang.org/x/sys v0.38.0 // indirect

replace koblitz.dev/go => ..
