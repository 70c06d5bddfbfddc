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

	"koblitz.dev/lab/internal/ops"
	"koblitz.dev/lab/internal/results"
	"koblitz.dev/lab/internal/results/resultstest"
)

// patience is longer than the browser takes on any machine, however busy.
const patience = 10 * time.Minute

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
		chromedp.Headless, chromedp.NoSandbox, chromedp.DisableGPU, chromedp.WSURLReadTimeout(patience),
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
	for (const d of document.querySelectorAll("details")) { d.removeAttribute("name"); d.open = true }
	const visible = e => e.getClientRects().length > 0;
	const all = q => [...document.querySelectorAll(q)].filter(visible);
	const box = e => e.getBoundingClientRect();
	const names = list => list.map(e => e.textContent.slice(0, 40));
	const meet = (a, b) => a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
	const touching = [];
	for (const q of [".axis", ".years .area"])
		for (const parent of all(q)) {
			const labels = [...parent.querySelectorAll("span")].filter(visible);
			labels.forEach((l, i) => labels.slice(0, i).forEach(m => { if (meet(box(l), box(m))) touching.push(l.textContent + "/" + m.textContent) }));
		}
	const astray = [];
	for (const t of all("table.figures")) {
		const heads = [...t.tHead.rows[0].cells];
		for (const r of all("table.figures tbody tr").filter(r => t.contains(r) && r.cells.length === heads.length))
			heads.forEach((h, i) => {
				if (visible(h) && visible(r.cells[i]) && Math.abs(box(h).left - box(r.cells[i]).left) > 1)
					astray.push(h.textContent + "/" + r.cells[i].textContent);
			});
	}
	return {
		tables: all("table.figures").filter(t => [...t.querySelectorAll(".track")].every(e => {
			const r = box(e), d = e.querySelector(".dot") && box(e.querySelector(".dot"));
			return r.width > 150 && d && d.left >= r.left - 5 && d.right <= r.right + 5;
		})).length,
		charts: all(".years").filter(f => box(f).width > 250 && f.querySelector("path") && f.getAttribute("aria-label")).length,
		releases: all(".years .release").length,
		matrices: all("table.matrix").length,
		foreign: document.querySelectorAll("script, img, iframe, object, link:not([rel=icon])").length,
		overflow: document.documentElement.scrollWidth - window.innerWidth,
		outside: names(all("main *").filter(e => box(e).right > window.innerWidth + 1 || box(e).left < -1)),
		cut: names(all("main *").filter(e => e.scrollWidth > e.clientWidth + 1 && e.clientWidth > 0 && getComputedStyle(e).overflowX !== "visible")),
		clipped: names(all("main svg text").filter(e => box(e).left < box(e.ownerSVGElement).left - 1 || box(e).right > box(e.ownerSVGElement).right + 1)),
		touching,
		astray,
		unnamed: [...document.querySelectorAll("[aria-labelledby]")].filter(e =>
			e.getAttribute("aria-labelledby").split(" ").some(id => !document.getElementById(id))).length,
		unlinked: [...document.querySelectorAll('a[href^="#"]')].filter(a => !document.getElementById(a.hash.slice(1))).length,
		unrepeatable: all("table").filter(t => !t.matches(".history, .list, .matrix.narrow") && !t.parentElement.querySelector(".repeat code")?.textContent.startsWith("go run ./lab ")).length,
		twins: (ids => ids.length - new Set(ids).size)([...document.querySelectorAll("[id]")].map(e => e.id)),
	};
})()`

type seen struct {
	Tables       int      `json:"tables"`       // of figures, all of them drawn
	Charts       int      `json:"charts"`       // of figures over the years
	Releases     int      `json:"releases"`     // points in them
	Matrices     int      `json:"matrices"`     // shown at this width
	Foreign      int      `json:"foreign"`      // elements that load or run something
	Overflow     int      `json:"overflow"`     // pixels by which the page is wider than the window
	Outside      []string `json:"outside"`      // elements beyond the window's edge
	Cut          []string `json:"cut"`          // elements that show a part of their text
	Clipped      []string `json:"clipped"`      // texts of charts that leave their chart
	Touching     []string `json:"touching"`     // labels that cover each other
	Astray       []string `json:"astray"`       // headings that do not stand over their columns
	Unnamed      int      `json:"unnamed"`      // elements whose label is missing
	Unlinked     int      `json:"unlinked"`     // links to nowhere
	Unrepeatable int      `json:"unrepeatable"` // tables without the command that repeats them
	Twins        int      `json:"twins"`        // ids that are not unique
}

// batchPoints is how many figures of batches the sample has.
func batchPoints() int { return len(resultstest.Batches().Results) }

func TestInBrowser(t *testing.T) {
	ctx := browser(t)
	dir := t.TempDir()
	tables, bands := len(ops.All), (len(ops.All)+broadOps-1)/broadOps
	for _, c := range []struct {
		name  string
		files []*results.File
		want  seen // what must be there
	}{
		{"compare", []*results.File{resultstest.Compare()}, seen{Tables: tables, Matrices: bands}},
		{"decade", []*results.File{resultstest.Decade()}, seen{Tables: 4 + 3, Charts: 3, Releases: 19 + 8 + 19, Matrices: 1}},
		{"primitives", []*results.File{resultstest.Primitives()}, seen{Tables: 6, Matrices: 1}},
		{"batches", []*results.File{resultstest.Batches()}, seen{Tables: 10, Charts: 2, Releases: batchPoints(), Matrices: 1}},
		{"algorithms", []*results.File{resultstest.Algorithms()}, seen{Tables: 2, Matrices: 1}},
		{"hostile", []*results.File{resultstest.Hostile()}, seen{Tables: 1, Matrices: 1}},
		{"none", []*results.File{resultstest.Empty("compare")}, seen{}},
		{"one", []*results.File{resultstest.Many(1)}, seen{Tables: 1, Matrices: 1}},
		{"many", []*results.File{resultstest.Many(300)}, seen{Tables: 1, Matrices: 1}},
		{"several", resultstest.History(), seen{Tables: 3*tables + tables, Matrices: 3 * bands}},
	} {
		path := filepath.Join(dir, c.name+".html")
		if err := Write(path, c.files); err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		for _, width := range []int64{1280, 800, 400} {
			t.Run(fmt.Sprintf("%s at %d", c.name, width), func(t *testing.T) {
				got, complaints := look(t, ctx, path, width)
				for _, c := range complaints {
					t.Error(c)
				}
				if got.Tables != c.want.Tables || got.Charts != c.want.Charts || got.Releases != c.want.Releases {
					t.Errorf("%d tables, %d charts, %d releases, want %+v", got.Tables, got.Charts, got.Releases, c.want)
				}
				if width == 1280 && got.Matrices != c.want.Matrices || got.Matrices < c.want.Matrices {
					t.Errorf("%d matrices, want %d", got.Matrices, c.want.Matrices)
				}
				if got.Foreign+got.Unnamed+got.Unlinked+got.Unrepeatable+got.Twins != 0 || got.Overflow > 0 {
					t.Errorf("%+v", got)
				}
				for what, list := range map[string][]string{"outside": got.Outside, "cut": got.Cut, "clipped": got.Clipped, "touching": got.Touching, "astray": got.Astray} {
					if len(list) > 0 {
						t.Errorf("%s: %q", what, list[:min(len(list), 10)])
					}
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
		if _, got := look(t, ctx, path, 400); !strings.Contains(strings.Join(got, "\n"), c.want) {
			t.Errorf("%s: %q", c.name, got)
		}
	}
	path := filepath.Join(t.TempDir(), "wide.html")
	const wide = `<!DOCTYPE html><main><div style="width:600px">x</div><div style="width:20px;overflow:hidden;white-space:nowrap">cut off</div>
		<div class="axis" style="position:relative"><span style="position:absolute">one</span><span style="position:absolute">two</span></div>
		<p aria-labelledby="no"></p><a href="#none">x</a><svg width="9" height="9"><text y="9">broad</text></svg>
		<div><table class="figures"><thead style="display:block;padding-left:9px"><tr><th>off</th></tr></thead>
		<tbody><tr><td><div class="track" style="width:200px">no dot</div></td></tr></tbody></table></div></main>`
	if err := os.WriteFile(path, []byte(wide), 0o644); err != nil {
		t.Fatal(err)
	}
	got, _ := look(t, ctx, path, 400)
	if got.Overflow <= 0 || got.Unnamed != 1 || got.Unlinked != 1 || len(got.Outside) == 0 || len(got.Cut) != 1 || len(got.Clipped) != 1 ||
		len(got.Touching) != 1 || len(got.Astray) != 1 || got.Tables != 0 || got.Unrepeatable != 1 {
		t.Errorf("%+v", got)
	}
}

// look opens the page and returns what a reader would see and what should not
// be: messages in the console, and requests for anything but the page. With
// REPORT_SCREENSHOTS set to a directory it leaves pictures there.
func look(t *testing.T, parent context.Context, path string, width int64) (seen, []string) {
	t.Helper()
	ctx, stop := chromedp.NewContext(parent)
	defer stop()
	ctx, stop2 := context.WithTimeout(ctx, patience)
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
	if dir := os.Getenv("REPORT_SCREENSHOTS"); dir != "" {
		picture(t, ctx, filepath.Join(dir, fmt.Sprintf("%s-%d", strings.TrimSuffix(filepath.Base(path), ".html"), width)))
	}
	got, err := chromedp.Run(ctx, chromedp.Evaluate[seen](inspect))
	if err != nil {
		t.Fatal(err)
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
			t.Logf("%s: no picture: %v", path, err) // of a page that is too long
			return
		}
		if err := os.WriteFile(path+"-"+scheme+".png", png, 0o644); err != nil {
			t.Fatal(err)
		}
	}
}
