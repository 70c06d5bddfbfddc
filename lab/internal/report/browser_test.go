package report

import (
	"context"
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"

	"koblitz.dev/lab/internal/results"
	"koblitz.dev/lab/internal/results/resultstest"
)

// browser starts a headless Chromium with a profile of its own, or skips.
func browser(t *testing.T) context.Context {
	t.Helper()
	var program string
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome", "chrome"} {
		if p, err := exec.LookPath(name); err == nil {
			program = p
			break
		}
	}
	if program == "" {
		t.Skip("SKIPPED report in the browser: apt-get install chromium")
	}
	options := []chromedp.ExecAllocatorOption{
		chromedp.ExecPath(program), chromedp.UserDataDir(t.TempDir()), chromedp.NoFirstRun,
		chromedp.Headless, chromedp.NoSandbox, chromedp.DisableGPU,
	}
	for _, f := range []string{
		"disable-quic", "disable-background-networking", "disable-component-update", "disable-sync",
		"disable-dev-shm-usage", "hide-scrollbars",
	} {
		options = append(options, chromedp.Flag(f, true))
	}
	ctx, stop := chromedp.NewExecAllocator(context.Background(), options...)
	t.Cleanup(stop)
	ctx, stop = chromedp.NewContext(ctx)
	t.Cleanup(func() {
		chromedp.Cancel(ctx) // waits until the browser has left its profile
		stop()
	})
	if err := chromedp.Do(ctx); err != nil {
		t.Fatalf("%s does not start: %v", program, err)
	}
	return ctx
}

// inspect reports what a reader would see of the page.
const inspect = `(() => {
	const outside = [];
	for (const svg of document.querySelectorAll("svg.chart")) {
		const s = svg.getBoundingClientRect();
		for (const el of svg.querySelectorAll("text")) {
			const r = el.getBoundingClientRect();
			if (r.left < s.left - 1 || r.right > s.right + 1 || r.top < s.top - 1 || r.bottom > s.bottom + 1)
				outside.push(svg.getAttribute("aria-labelledby") + ": " + el.textContent);
		}
	}
	return {
		charts: [...document.querySelectorAll("svg.chart")].filter(s => {
			const r = s.getBoundingClientRect();
			return r.width > 200 && r.height > 40 && s.querySelector("path") && s.querySelector("title")?.textContent;
		}).length,
		foreign: document.querySelectorAll("script, img, iframe, object, link:not([rel=icon])").length,
		overflow: document.documentElement.scrollWidth - window.innerWidth,
		sideways: [...document.querySelectorAll(".scroll")].filter(e =>
			e.querySelector("table.standing") && e.scrollWidth > e.clientWidth + 1).length,
		unnamed: [...document.querySelectorAll("[aria-labelledby]")].filter(e =>
			e.getAttribute("aria-labelledby").split(" ").some(id => !document.getElementById(id))).length,
		unlinked: [...document.querySelectorAll('a[href^="#"]')].filter(a => !document.getElementById(a.hash.slice(1))).length,
		twins: (ids => ids.length - new Set(ids).size)([...document.querySelectorAll("[id]")].map(e => e.id)),
		outside,
	};
})()`

type seen struct {
	Charts   int      `json:"charts"`
	Foreign  int      `json:"foreign"`  // elements that load or run something
	Overflow int      `json:"overflow"` // pixels by which the page is wider than the window
	Sideways int      `json:"sideways"` // tables of figures wider than their column
	Unnamed  int      `json:"unnamed"`  // elements whose label is missing
	Unlinked int      `json:"unlinked"` // links to nowhere
	Twins    int      `json:"twins"`    // ids that are not unique
	Outside  []string `json:"outside"`  // texts cut off by their chart's edge
}

func TestInBrowser(t *testing.T) {
	ctx := browser(t)
	dir := t.TempDir()
	for _, c := range []struct {
		name   string
		files  []*results.File
		charts int
	}{
		{"compare", []*results.File{resultstest.Compare()}, 20},
		{"decade", []*results.File{resultstest.Decade()}, 4 + 3*2},
		{"primitives", []*results.File{resultstest.Primitives()}, 6},
		{"algorithms", []*results.File{resultstest.Algorithms()}, 2},
		{"hostile", []*results.File{resultstest.Hostile()}, 1},
		{"none", []*results.File{resultstest.Empty("compare")}, 0},
		{"one", []*results.File{resultstest.Many(1)}, 1},
		{"many", []*results.File{resultstest.Many(300)}, 1},
		{"several", []*results.File{resultstest.Compare(), resultstest.Decade(), resultstest.Compare()}, 20 + 10 + 20},
	} {
		path := filepath.Join(dir, c.name+".html")
		if err := Write(path, c.files); err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		for _, width := range []int64{1280, 390} {
			t.Run(fmt.Sprintf("%s at %d", c.name, width), func(t *testing.T) {
				got, complaints := look(t, ctx, path, width)
				for _, c := range complaints {
					t.Error(c)
				}
				if got.Charts != c.charts {
					t.Errorf("%d charts, want %d", got.Charts, c.charts)
				}
				if got.Foreign+got.Unnamed+got.Unlinked+got.Twins != 0 || got.Overflow > 0 {
					t.Errorf("%+v", got)
				}
				if got.Sideways > 0 && width == 390 {
					t.Errorf("%d tables have to be scrolled", got.Sideways)
				}
				if len(got.Outside) > 0 {
					t.Errorf("text is cut off: %q", got.Outside)
				}
			})
		}
	}
}

// TestComplaints holds look to noticing what TestInBrowser relies on.
func TestComplaints(t *testing.T) {
	ctx := browser(t)
	for _, c := range []struct{ name, body, want string }{
		{"request", `<link rel="stylesheet" href="http://127.0.0.1:9/x.css">`, "request http://127.0.0.1:9/x.css"},
		{"console", `<script>console.error("x")</script>`, "console error"},
		{"exception", `<script>nothing()</script>`, "exception Uncaught"},
		{"policy", `<meta http-equiv="Content-Security-Policy" content="default-src 'none'"><script>1</script>`, "Content Security Policy"},
	} {
		path := filepath.Join(t.TempDir(), c.name+".html")
		if err := os.WriteFile(path, []byte("<!DOCTYPE html>"+c.body), 0o644); err != nil {
			t.Fatal(err)
		}
		if _, got := look(t, ctx, path, 390); !strings.Contains(strings.Join(got, "\n"), c.want) {
			t.Errorf("%s: %q", c.name, got)
		}
	}
	path := filepath.Join(t.TempDir(), "wide.html")
	wide := `<!DOCTYPE html><div style="width:600px">x</div><svg class="chart" aria-labelledby="no" viewBox="0 0 9 9" style="width:300px;overflow:visible"><text x="8">cut</text></svg><a href="#none">x</a>`
	if err := os.WriteFile(path, []byte(wide), 0o644); err != nil {
		t.Fatal(err)
	}
	got, _ := look(t, ctx, path, 390)
	if got.Overflow <= 0 || got.Unnamed != 1 || got.Unlinked != 1 || len(got.Outside) != 1 || got.Charts != 0 {
		t.Errorf("%+v", got)
	}
}

// look opens the page and returns what a reader would see and what should not
// be: messages in the console, and requests for anything but the page. With REPORT_SCREENSHOTS set to a directory it
// leaves pictures there.
func look(t *testing.T, parent context.Context, path string, width int64) (seen, []string) {
	t.Helper()
	ctx, stop := chromedp.NewContext(parent)
	defer stop()
	ctx, stop2 := context.WithTimeout(ctx, time.Minute)
	defer stop2()

	page := (&url.URL{Scheme: "file", Path: filepath.ToSlash(path)}).String()
	var lock sync.Mutex
	var complaints []string
	err := chromedp.Listen(ctx, func(ev any) {
		lock.Lock()
		defer lock.Unlock()
		switch e := ev.(type) {
		case *network.EventRequestWillBeSent:
			if u := e.Request.URL; u != page && !strings.HasPrefix(u, "data:") {
				complaints = append(complaints, "request "+u)
			}
		case *runtime.EventConsoleAPICalled:
			complaints = append(complaints, "console "+string(e.Type))
		case *runtime.EventExceptionThrown:
			complaints = append(complaints, "exception "+e.ExceptionDetails.Text)
		case *log.EventEntryAdded:
			complaints = append(complaints, "log "+e.Entry.Text)
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := chromedp.Call(ctx, network.Enable, network.EnableParams{}); err != nil {
		t.Fatal(err)
	}
	if err := chromedp.Do(ctx, chromedp.EmulateViewport(width, 900), chromedp.Navigate(page)); err != nil {
		t.Fatal(err)
	}
	got, err := chromedp.Run(ctx, chromedp.Evaluate[seen](inspect))
	if err != nil {
		t.Fatal(err)
	}
	if dir := os.Getenv("REPORT_SCREENSHOTS"); dir != "" {
		picture(t, ctx, filepath.Join(dir, fmt.Sprintf("%s-%d", strings.TrimSuffix(filepath.Base(path), ".html"), width)))
	}
	lock.Lock()
	defer lock.Unlock()
	return got, complaints
}

// picture leaves the whole page as the reader sees it in path-light.png and path-dark.png.
func picture(t *testing.T, ctx context.Context, path string) {
	for _, scheme := range []string{"light", "dark"} {
		media := emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}}}
		if _, err := chromedp.Call(ctx, emulation.SetEmulatedMedia, media); err != nil {
			t.Fatal(err)
		}
		png, err := chromedp.Run(ctx, chromedp.FullScreenshot(100))
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path+"-"+scheme+".png", png, 0o644); err != nil {
			t.Fatal(err)
		}
	}
}
