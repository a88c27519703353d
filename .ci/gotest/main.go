// Command gotest runs `go test` with its arguments and shows what `go test` shows: a line a package, all of a failed test. At the
// end it lists what tests leave to the night and counts the checks that were skipped, by what they need, and exits as `go test` did.
// Under GOFLAGS=-json it hands on the events as they are, for .ci/gotests.py.
package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strings"
)

func main() {
	raw := slices.Contains(strings.Fields(os.Getenv("GOFLAGS")), "-json")
	code, err := run(os.Stdout, raw, os.Args[1:])
	if err != nil {
		fmt.Fprintln(os.Stderr, "gotest:", err)
		os.Exit(1)
	}
	os.Exit(code)
}

// run gives the exit code of `go test`.
func run(out io.Writer, raw bool, arguments []string) (int, error) {
	command := exec.Command("go", append([]string{"test", "-timeout", "30m", "-json"}, arguments...)...)
	command.Stderr = os.Stderr
	events, err := command.StdoutPipe()
	if err != nil {
		return 0, err
	}
	if err := command.Start(); err != nil {
		return 0, err
	}
	s := newSummary(out, raw)
	readErr := s.read(events)
	err = command.Wait()
	s.conclude()
	var failed *exec.ExitError
	if errors.As(err, &failed) && readErr == nil {
		return max(1, failed.ExitCode()), nil // -1 where a signal ended it
	}
	return 0, errors.Join(readErr, err)
}

// event is a line of `go test -json`.
type event struct{ Action, Package, Test, Output string }

// key names a test, or with no test the rest of a package.
type key struct{ pkg, test string }

type summary struct {
	out     io.Writer
	raw     bool
	kept    map[key][]byte // what unfinished tests said, subtests included
	first   map[key]string // the first line that an unfinished test or subtest logged
	skipped map[string]int // checks by what they need
	left    []string       // what tests leave to the night
}

func newSummary(out io.Writer, raw bool) *summary {
	return &summary{out, raw, map[key][]byte{}, map[key]string{}, map[string]int{}, nil}
}

func (s *summary) read(events io.Reader) error {
	lines := bufio.NewReader(events)
	for {
		line, err := lines.ReadBytes('\n')
		if len(line) > 0 {
			s.take(line)
		}
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
	}
}

func (s *summary) take(line []byte) {
	var e event
	known := json.Unmarshal(line, &e) == nil
	show := func(text string) {
		if !s.raw {
			fmt.Fprint(s.out, text)
		}
	}
	if s.raw || !known {
		s.out.Write(line)
	}
	top, _, sub := strings.Cut(e.Test, "/")
	k := key{e.Package, top}
	switch {
	case e.Action == "build-output":
		show(e.Output)
	case e.Action == "output" && (e.Test != "" || e.Output != "PASS\n"): // go test says it of a single package alone
		s.kept[k] = append(s.kept[k], e.Output...)
		if at := strings.Index(e.Output, "left to .ci/run --all: "); at >= 0 {
			s.left = append(s.left, strings.TrimSpace(e.Output[at:]))
		}
		if line, this := placed.FindStringSubmatch(e.Output), (key{e.Package, e.Test}); line != nil && s.first[this] == "" {
			s.first[this] = line[1]
		}
	case e.Action == "skip" && e.Test != "":
		s.skipped[reason(s.first[key{e.Package, e.Test}])]++
	}
	if sub || e.Action != "pass" && e.Action != "fail" && e.Action != "skip" {
		return
	}
	if e.Test == "" && e.Action == "fail" {
		for other, text := range s.kept { // of tests that never ended
			if other.pkg == e.Package && other.test != "" {
				show(string(text))
			}
		}
	}
	if e.Action == "fail" || e.Test == "" && e.Action == "pass" {
		show(string(s.kept[k]))
	}
	if e.Test == "" {
		maps.DeleteFunc(s.kept, func(other key, _ []byte) bool { return other.pkg == e.Package })
		maps.DeleteFunc(s.first, func(other key, _ string) bool { return other.pkg == e.Package })
	} else {
		delete(s.kept, k)
	}
}

const needsShared = "they need ../shared (golden vectors, collections)"

// placed matches a line that a test logs, after its place in the source.
var placed = regexp.MustCompile(`^ +[\w.]+:\d+: (.*)\n$`)

// reason is what a skipped test needs, by the first line it logged.
func reason(line string) string {
	switch {
	case line == "":
		return "no reason given"
	case strings.Contains(line, "../shared"):
		return needsShared
	}
	return line
}

// conclude prints what is left to the night, and the counts of skipped checks, that of ../shared last.
func (s *summary) conclude() {
	slices.Sort(s.left)
	for _, line := range slices.Compact(s.left) {
		fmt.Fprintln(s.out, line)
	}
	print := func(why string) {
		if n := s.skipped[why]; n == 1 {
			fmt.Fprintf(s.out, "1 check skipped: %s\n", strings.Replace(why, "they need ", "it needs ", 1))
		} else if n > 1 {
			fmt.Fprintf(s.out, "%d checks skipped: %s\n", n, why)
		}
	}
	for _, why := range slices.Sorted(maps.Keys(s.skipped)) {
		if why != needsShared {
			print(why)
		}
	}
	print(needsShared)
}
