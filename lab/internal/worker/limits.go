package worker

// A process that starts contenders is started a second time under this name to
// limit itself and then to become the worker: limits hold for a process and
// what it executes, and Go cannot set them between fork and exec.
const (
	limitedName   = "lab-worker-within-limits"
	limitsThreads = "threads" // the worker's runtime needs threads
	limitsAlone   = "alone"
)

// Limits says what workers are kept from on this system.
func Limits() string { return limitsText + domainText() }
