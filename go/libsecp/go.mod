module koblitz.dev/go/libsecp

go 1.26.0

require (
	github.com/ebitengine/purego v0.11.3
	koblitz.dev/go v0.0.0
)

require golang.org/x/sys v0.49.0 // indirect

replace koblitz.dev/go => ..
