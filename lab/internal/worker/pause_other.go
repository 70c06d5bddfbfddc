//go:build !unix

package worker

// Pause does nothing: this system has no such signal.
func (w *Worker) Pause() {}

// Resume does nothing.
func (w *Worker) Resume() {}
