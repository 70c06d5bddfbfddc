package machine

import (
	"fmt"
	"os/exec"
	"strconv"
	"strings"

	"koblitz.dev/lab/internal/results"
)

// A Watched remembers what the system said of its load when a run began.
type Watched struct {
	cpu          int
	load         float64
	total, stole float64
}

// Watch begins to watch the machine's load and the time that the hypervisor
// takes from a CPU.
func Watch(cpu int) Watched {
	w := Watched{cpu: cpu, load: loadAverage()}
	w.total, w.stole = times(read("/proc/stat"), cpu)
	return w
}

// End writes what was seen into m.
func (w Watched) End(m *results.Machine) {
	m.LoadStart, m.LoadEnd = w.load, loadAverage()
	if total, stole := times(read("/proc/stat"), w.cpu); total > w.total {
		m.Steal = min(max((stole-w.stole)/(total-w.total), 0), 1)
	}
}

// loadAverage is that of one minute, or -1.
func loadAverage() float64 {
	first, _, _ := strings.Cut(read("/proc/loadavg"), " ")
	x, err := strconv.ParseFloat(first, 64)
	if err != nil || x < 0 {
		return -1
	}
	return x
}

// times reads the line of a CPU in /proc/stat, of all CPUs when cpu is
// negative: all of its time and the stolen time, in ticks (proc(5)).
func times(stat string, cpu int) (total, stole float64) {
	name := "cpu"
	if cpu >= 0 {
		name = fmt.Sprintf("cpu%d", cpu)
	}
	for line := range strings.SplitSeq(stat, "\n") {
		f := strings.Fields(line)
		if len(f) < 9 || f[0] != name {
			continue
		}
		for i, s := range f[1:9] { // guest time is in user time
			x, err := strconv.ParseFloat(s, 64)
			if err != nil {
				return 0, 0
			}
			if total += x; i == 7 {
				stole = x
			}
		}
	}
	return total, stole
}

// Checkout returns the commit of the checkout around the working directory, and
// whether it differs from that; empty where git does not say.
func Checkout() (commit string, dirty bool) {
	out, err := exec.Command("git", "rev-parse", "HEAD").Output()
	if err != nil {
		return "", false
	}
	changes, err := exec.Command("git", "status", "--porcelain", "--untracked-files=no").Output()
	return strings.TrimSpace(string(out)), err != nil || len(changes) > 0
}
