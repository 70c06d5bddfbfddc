// Package machine describes the computer that a run took place on.
package machine

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"koblitz.dev/lab/internal/results"
)

// Extensions that implementations choose their code by.
var extensions = []string{
	"bmi1", "bmi2", "adx", "avx", "avx2", "sha_ni", "vaes", "avx512f", "avx512ifma", // x86
	"asimd", "sha2", "sve", "sve2", // arm64
}

// Describe reads what the system tells without privileges. pinned is the CPU
// that workers run on, or -1.
func Describe(pinned int) results.Machine {
	m := results.Machine{
		Cores: runtime.NumCPU(), Flags: []string{}, OS: runtime.GOOS + "/" + runtime.GOARCH, Go: runtime.Version(),
		Kernel: read("/proc/sys/kernel/osrelease"),
		Pinned: "not pinned: this system has no way known to the lab",
	}
	for line := range strings.SplitSeq(read("/proc/cpuinfo"), "\n") {
		key, value, _ := strings.Cut(line, ":")
		switch key, value = strings.TrimSpace(key), strings.TrimSpace(value); {
		case key == "model name" && m.CPU == "":
			m.CPU = value
		case (key == "flags" || key == "Features") && len(m.Flags) == 0:
			has := strings.Fields(value)
			for _, e := range extensions {
				if slices.Contains(has, e) {
					m.Flags = append(m.Flags, e)
				}
			}
		}
	}
	if m.CPU == "" {
		m.CPU = runtime.GOARCH
	}
	if pinned >= 0 {
		m.Pinned = fmt.Sprintf("CPU %d", pinned)
		m.Governor = read(filepath.Join("/sys/devices/system/cpu", fmt.Sprintf("cpu%d", pinned), "cpufreq/scaling_governor"))
	}
	m.Turbo = turbo()
	return m
}

func turbo() string {
	for _, f := range []struct{ path, on string }{
		{"/sys/devices/system/cpu/intel_pstate/no_turbo", "0"},
		{"/sys/devices/system/cpu/cpufreq/boost", "1"},
	} {
		switch read(f.path) {
		case "":
		case f.on:
			return "on"
		default:
			return "off"
		}
	}
	return ""
}

func read(path string) string {
	b, err := os.ReadFile(path)
	if err != nil {
		return ""
	}
	return strings.TrimSpace(string(b))
}
