package worker

import (
	"errors"
	"sync"
)

// live is the processes that run now.
var live = &registry{all: map[*Worker]bool{}}

type registry struct {
	mu     sync.Mutex
	all    map[*Worker]bool
	closed bool
}

func (r *registry) add(w *Worker) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.closed {
		_ = w.cmd.Process.Kill()
		_ = w.cmd.Wait()
		return errors.New("the run is over")
	}
	r.all[w] = true
	return nil
}

func (r *registry) remove(w *Worker) {
	r.mu.Lock()
	defer r.mu.Unlock()
	delete(r.all, w)
}

// KillAll ends every worker at once and lets no other start. It is for a run
// that is interrupted.
func KillAll() {
	live.mu.Lock()
	defer live.mu.Unlock()
	live.closed = true
	for w := range live.all {
		_ = w.cmd.Process.Kill()
	}
}
