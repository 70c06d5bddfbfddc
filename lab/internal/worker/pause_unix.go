//go:build unix

package worker

import "syscall"

// Pause stops the process, all of its threads: it does nothing until Resume.
func (w *Worker) Pause() {
	if w.dead != nil || w.paused {
		return
	}
	if w.paused = w.cmd.Process.Signal(syscall.SIGSTOP) == nil; w.paused {
		awaitStop(w.cmd.Process.Pid)
	}
}

// Resume lets a paused process go on.
func (w *Worker) Resume() {
	if w.paused {
		_ = w.cmd.Process.Signal(syscall.SIGCONT)
		w.paused = false
	}
}
