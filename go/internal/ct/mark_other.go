//go:build !(valgrind && linux && amd64)

package ct

// Public marks *v as public: code may branch on it.
func Public[T any](v *T) {}

// Secret marks *v as secret: code must not branch on it, nor use it as an
// address.
func Secret[T any](v *T) {}
