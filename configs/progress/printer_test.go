package progress

import (
	"bufio"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

// printed runs speak on a printer and gives the lines it wrote.
func printed(t *testing.T, mode Mode, speak func(*Printer)) []string {
	t.Helper()
	f, err := os.Create(filepath.Join(t.TempDir(), "err"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	p, err := NewPrinter(mode, f)
	if err != nil {
		t.Fatal(err)
	}
	speak(p)
	if _, err := f.Seek(0, 0); err != nil {
		t.Fatal(err)
	}
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
	if len(lines) != 2 || !strings.HasPrefix(lines[0], "mine       7/10 queries") || lines[1] != "warning: pool tfc1 is small" {
		t.Errorf("lines %q", lines)
	}
}

// A stage that goes on under another name closes the first one with a line, and counts time and units anew.
func TestNext(t *testing.T) {
	var left time.Duration
	lines := printed(t, Plain, func(p *Printer) {
		s := p.Stage("index", "documents", 4)
		s.Add(4)
		s.phase.Load().begin = time.Now().Add(-time.Hour)
		s.Next("postings", "documents", 10)
		s.Add(5)
		left, _ = s.snapshot(time.Now()).ETA()
		s.Done()
		p.Aside("checksums", "files", 3).Done()
	})
	if len(lines) != 2 || !strings.HasPrefix(lines[0], "index      4/4 documents") ||
		!strings.HasPrefix(lines[1], "postings   5/10 documents") || left > time.Minute {
		t.Errorf("%v left, lines %q", left, lines)
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
		if len(lines) != 1 || !strings.HasPrefix(lines[0], "checksums  0 inputs") {
			t.Errorf("lines %q", lines)
		}
	})
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
		p.Configure(Warning, false)
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
	p := &Printer{width: func() int { return 20 }}
	for line, want := range map[string]string{
		"train 1/2 epochs":         "train 1/2 epochs",
		"train 1/2 epochs 789":     "train 1/2 epochs 7…",
		"train 1/2 épochs ééééééé": "train 1/2 épochs é…",
	} {
		if got := p.fitting(line); got != want {
			t.Errorf("%q became %q", line, got)
		}
	}
	p.width = func() int { return 0 }
	if got := p.fitting("train 1/2 epochs 789012345"); len(got) != 26 {
		t.Errorf("unknown width: %q", got)
	}
}
