package progress

import (
	"bufio"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/axiomine/axiomine/internal/testkit/must"
)

// printed runs speak on a printer and gives the lines it wrote.
func printed(t *testing.T, mode Mode, speak func(*Printer)) []string {
	t.Helper()
	f := must.Get(os.Create(filepath.Join(t.TempDir(), "err")))(t)
	defer f.Close()
	p := must.Get(NewPrinter(mode, f))(t)
	speak(p)
	must.Get(f.Seek(0, 0))(t)
	var lines []string
	for in := bufio.NewScanner(f); in.Scan(); {
		lines = append(lines, in.Text())
	}
	return lines
}

func TestAutoIsPlainOnAFile(t *testing.T) {
	lines := printed(t, Auto, func(p *Printer) {
		s := p.Stage("mine", "queries", 10)
		s.Add(7)
		s.Done()
		s.Done() // twice is once
		p.Warn("pool %s is small", "tfc1")
	})
	if len(lines) != 2 || !strings.HasPrefix(lines[0], "mine, 7 queries in ") || lines[1] != "warning: pool tfc1 is small" {
		t.Errorf("lines %q", lines)
	}
}

// A line fits the terminal, whose width COLUMNS says here; a command to copy stays whole.
func TestLinesFitTheTerminal(t *testing.T) {
	t.Setenv("COLUMNS", "20")
	lines := printed(t, Plain, func(p *Printer) {
		p.Say("read: a file of judgements")
		p.Say("next: axiomine gen inspect --data DIR")
	})
	if want := []string{"read: a file of", "  judgements", "next: axiomine gen inspect --data DIR"}; !slices.Equal(lines, want) {
		t.Errorf("lines %q", lines)
	}
}

// A step has one line, at its end, with what all its stages of the first one's name did; what is done before, beside and in other
// units is no step of its own, nor is a second round of one that comes again later.
func TestSteps(t *testing.T) {
	lines := printed(t, Plain, func(p *Printer) {
		p.Steps(Step{"index", "indexing"}, Step{"retrieve", "finding"}, Step{"tune", "choosing"}, Step{"retrieve", "finding again"})
		p.Aside("checksums", "files", 3).Done()
		s := p.Stage("index", "documents", 4)
		s.Add(4)
		s.Next("sort", "terms", 10)
		s.Add(10)
		s.Done()
		for _, split := range []string{"train", "test"} {
			s := p.Stage("retrieve", split+" queries", 2)
			s.Add(2)
			s.Done()
			p.Stage("twins", split+" queries", 2).Done()
		}
		p.Reach(3)
		p.Stage("retrieve", "queries", 2).Done()
		p.Finish()
		p.Finish()
	})
	want := []string{"step 1 of 4: indexing, 4 documents in ", "step 2 of 4: finding, 4 queries in ", "step 4 of 4: finding again in "}
	if len(lines) != len(want) {
		t.Fatalf("lines %q", lines)
	}
	for i, line := range lines {
		if !strings.HasPrefix(line, want[i]) {
			t.Errorf("line %q, want %q", line, want[i])
		}
	}
}

// The time left is that of the phase which goes on.
func TestNext(t *testing.T) {
	var p *Printer
	s := p.Stage("index", "documents", 4)
	s.Add(4)
	s.phase.Load().begin = time.Now().Add(-time.Hour)
	s.Next("postings", "documents", 10)
	s.Add(5)
	if left, ok := s.snapshot(time.Now()).ETA(); !ok || left > time.Minute {
		t.Errorf("%v left", left)
	}
}

// TestDoneWithinTotal: a total was a guess where more is done, so none is shown.
func TestDoneWithinTotal(t *testing.T) {
	var p *Printer
	s := p.Stage("train", "trainings", 80)
	s.Add(80)
	if got := s.snapshot(time.Now()).Total; got != 80 {
		t.Errorf("%d in all at the last one", got)
	}
	s.Add(3)
	if got := s.snapshot(time.Now()); got.Total != 0 || got.Done != 83 {
		t.Errorf("%d of %d", got.Done, got.Total)
	}
}

// Two silent stages of six seconds each: the second says so when nine have passed in all.
func TestSilenceOverSeveralStages(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		lines := printed(t, Plain, func(p *Printer) {
			for range 2 {
				s := p.Aside("checksums", "inputs", 0)
				time.Sleep(6 * time.Second)
				s.Done()
			}
		})
		if len(lines) != 1 || lines[0] != "checksums, 0 inputs" {
			t.Errorf("lines %q", lines)
		}
	})
}

// A stage may end while its next line waits for the printer.
func TestEndedStageIsNotShown(t *testing.T) {
	lines := printed(t, Bar, func(p *Printer) {
		p.Stage("mine", "queries", 10)
		p.mu.Lock()
		time.Sleep(2 * barEvery)
		p.running = nil
		p.mu.Unlock()
		time.Sleep(barEvery / 2)
	})
	must.Equal(t, len(lines), 0, "lines %q", lines)
}

// The bar is one over all steps, never goes back, and takes 79 columns at most whatever is known.
func TestBar(t *testing.T) {
	p := plan{steps: []Step{{"index", "indexing the documents"}, {"train", "training the network, experiment 12"}}, current: -1}
	at := func(s Snapshot) string { return p.bar(s, lineWidth-1) }
	if got := at(Snapshot{Name: "checksums", Unit: "files"}); got != "[----------------] step 1 of 2: indexing the documents, 0 files" {
		t.Errorf("before the first step: %q", got)
	}
	p.begin("train", "trainings")
	half := Snapshot{Name: "train", Unit: "trainings", Done: 60, Total: 120, Elapsed: time.Minute, Note: strings.Repeat("loss ", 20)}
	must.Equal(t, at(half), "[############----] step 2 of 2: training the network, experiment 12", "half of the last step")
	if got := at(Snapshot{Name: "again", Unit: "x", Done: 1, Total: 100}); !strings.HasPrefix(got, "[############----]") || len(got) > 79 {
		t.Errorf("the bar went back: %q", got)
	}
}

func TestEveryJSONLineIsAnObject(t *testing.T) {
	lines := printed(t, JSON, func(p *Printer) {
		s := p.Stage("mine", "queries", 10)
		s.Note("loss \"1\"")
		s.Done()
		p.Say("said")
	})
	if len(lines) != 2 {
		t.Fatalf("lines %q", lines)
	}
	for _, line := range lines {
		var event map[string]any
		if err := json.Unmarshal([]byte(line), &event); err != nil {
			t.Errorf("%s: %v", line, err)
		}
		for _, key := range []string{"time", "level", "msg"} {
			if event[key] == nil {
				t.Errorf("%s has no %s", line, key)
			}
		}
	}
}

func TestLevels(t *testing.T) {
	lines := printed(t, Plain, func(p *Printer) {
		p.LeaveOut(Warning)
		p.Stage("mine", "queries", 10).Done()
		p.Say("said")
		p.Warn("warned")
	})
	if len(lines) != 1 || lines[0] != "warning: warned" {
		t.Errorf("lines %q", lines)
	}
}

func TestNothingIsSaidToNobody(t *testing.T) {
	var p *Printer
	p.Say("x")
	p.Warn("x")
	s := p.Stage("s", "u", 1)
	s.Add(1)
	s.Done()
	var none *Stage
	none.Add(1)
	none.Total(1)
	none.Note("x")
	none.Next("x", "y", 1)
	none.Done()
}

func TestETA(t *testing.T) {
	s := Snapshot{Done: 25, Total: 100, Elapsed: 10 * time.Second}
	if left, ok := s.ETA(); !ok || left != 30*time.Second { // three quarters left at the pace of the first
		t.Errorf("ETA %v, %v; want 30s", left, ok)
	}
	for _, s := range []Snapshot{{Done: 5}, {Total: 5}, {Done: 6, Total: 5}} {
		if left, ok := s.ETA(); ok {
			t.Errorf("%+v has the ETA %v", s, left)
		}
	}
}

// A bar that reached the terminal's last column would break and could not be drawn over.
func TestBarFitsItsTerminal(t *testing.T) {
	p := &screen{width: func() int { return 20 }}
	for line, want := range map[string]string{
		"train 1/2 epochs":         "train 1/2 epochs",
		"train 1/2 epochs 789":     "train 1/2 epochs 7…",
		"train 1/2 épochs ééééééé": "train 1/2 épochs é…",
	} {
		must.Equal(t, p.fit(line), want, "%q became", line)
	}
	p.width = func() int { return 0 }
	if got := p.fit("train 1/2 epochs 789012345"); len(got) != 26 {
		t.Errorf("unknown width: %q", got)
	}
}

// A step in which there is nothing to do has a line too, so that no number is missing.
func TestSkippedSteps(t *testing.T) {
	p := plan{steps: []Step{{"topics", "reading queries"}, {"index", "indexing"}, {"embed", "word vectors"},
		{"train", "training"}}, current: 0}
	want := []string{"step 2 of 4: indexing, nothing to do", "step 3 of 4: word vectors, nothing to do"}
	if got := p.skipLines("train"); !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	if got := p.skipLines("index"); got != nil {
		t.Errorf("nothing is skipped, and there are %q", got)
	}
}
