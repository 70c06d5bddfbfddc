package worker

import (
	"runtime"
	"sync"
	"sync/atomic"

	"golang.org/x/sys/unix"
)

// awake is what KeepAwake asks of its thread.
type awake struct {
	cpu   int
	done  atomic.Bool
	ended chan struct{}
}

// asks leads to the thread of KeepAwake. It lives as long as the process: without
// privileges it cannot leave its class, and a thread that ends takes along the
// processes that it has started.
var asks = sync.OnceValue(func() chan<- *awake {
	list := make(chan *awake)
	runtime.GOMAXPROCS(runtime.GOMAXPROCS(0) + 1)
	go func() {
		runtime.LockOSThread()
		idle := unix.SchedSetAttr(0, &unix.SchedAttr{Policy: unix.SCHED_IDLE}, 0) == nil
		for a := range list {
			var one unix.CPUSet
			one.Set(a.cpu)
			busy := idle && unix.SchedSetaffinity(0, &one) == nil
			for busy && !a.done.Load() {
			}
			close(a.ended)
		}
	}()
	return list
})

// KeepAwake keeps a CPU from idling until stop is called: a thread of the class
// SCHED_IDLE, which gives way to whatever wakes up there, is busy. A virtual
// processor that idles is given to others meanwhile, and of the calls of a process
// that waits for requests the first ones take longer afterwards.
func KeepAwake(cpu int) (stop func()) {
	if cpu < 0 {
		return func() {}
	}
	a := &awake{cpu: cpu, ended: make(chan struct{})}
	asks() <- a
	return func() {
		a.done.Store(true)
		<-a.ended
	}
}
