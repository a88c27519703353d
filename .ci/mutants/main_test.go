package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

const code = `package p

func Grade(n, least int) (kept bool) {
	if n >= least && n > 0 {
		kept = true
	}
	return kept
}
`

const weak = `package p

import "testing"

func TestGrade(t *testing.T) {
	if !Grade(5, 1) || Grade(0, 1) {
		t.Error("wrong")
	}
}
`

// Every kind of place is found, and the tests of a package notice the mutants that their cases reach.
func TestMutants(t *testing.T) {
	t.Chdir(t.TempDir())
	for name, text := range map[string]string{"go.mod": "module m\n\ngo 1.24\n", "p/p.go": code, "p/p_test.go": weak} {
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	list, err := mutantsOf("./p")
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]verdict{}
	if err := tryAll("p", list, time.Minute, func(m mutant, v verdict) { got[m.change] = v }); err != nil {
		t.Fatal(err)
	}
	want := map[string]verdict{
		"the condition n >= least && n > 0 is turned": noticed,
		"&& becomes || in n >= least && n > 0":        survived,
		">= becomes > in n >= least":                  survived, // no case has the least grade
		">= becomes < in n >= least":                  noticed,
		"> becomes >= in n > 0":                       survived,
		"> becomes <= in n > 0":                       noticed,
		"0 becomes 1":                                 survived,
		"kept is not set":                             noticed,
	}
	for what, verdict := range want {
		if got[what] != verdict {
			t.Errorf("%s: %q, want %q", what, got[what], verdict)
		}
	}
	if len(got) != len(want) {
		t.Errorf("%d kinds of mutants, want %d: %v", len(got), len(want), got)
	}
	if raw, err := os.ReadFile("p/p.go"); err != nil || string(raw) != code {
		t.Error("the code has changed")
	}
}

// A mutant that is no Go is neither killed nor a survivor.
func TestBroken(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := os.WriteFile("go.mod", []byte("module m\n\ngo 1.24\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile("p.go", []byte(code), 0o666); err != nil {
		t.Fatal(err)
	}
	at := strings.Index(code, "true")
	m := mutant{file: "p.go", begin: at, end: at + 4, text: `"yes"`, original: []byte(code)}
	var got []verdict
	if err := tryAll(".", []mutant{m}, time.Minute, func(_ mutant, v verdict) { got = append(got, v) }); err != nil || len(got) != 1 ||
		got[0] != broken {
		t.Errorf("%q, %v", got, err)
	}
}

// regions has a place of every kind: a condition, a statement, a definition that can be repeated, a number in one that cannot, and one
// where no switch can stand.
const regions = `package p

func next() int { return 1 }

func F(list []int) (n int) {
	for i := 0; i < 3; i++ {
		n += i
	}
	a := len(list) + 4
	b := next() + 5
	for range list[6:] {
		if a > 7 && func() bool { return b > 8 }() {
			n--
		}
	}
	return n
}
`

// TestSwitches: by hand. Each place of regions has its kind, and the program with all switches has the code without a mutant, and each
// mutant behind its number.
func TestSwitches(t *testing.T) {
	t.Chdir(t.TempDir())
	for name, text := range map[string]string{"go.mod": "module m\n\ngo 1.24\n", "p.go": regions} {
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	list, err := mutantsOf(".")
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]kind{
		"1 becomes 2": statement, "0 becomes 1": number, "< becomes <= in i < 3": condition, "< becomes >= in i < 3": condition,
		"3 becomes 4": condition, "i++ becomes --": noRegion, "n is not set": statement, "+ becomes - in len(list) + 4": defining,
		"4 becomes 5": defining, "+ becomes - in next() + 5": noRegion, "5 becomes 6": number, "6 becomes 7": number,
		"7 becomes 8": condition, "8 becomes 9": statement, "n-- becomes ++": statement,
	}
	for _, m := range list {
		var r region
		if places := regionsOf(m); len(places) > 0 {
			r = places[0]
		}
		if k, ok := want[m.change]; ok && r.kind != k {
			t.Errorf("%s: kind %d, want %d", m.change, r.kind, k)
		}
		delete(want, m.change)
	}
	if len(want) > 0 {
		t.Errorf("no mutants: %v", want)
	}
	check, err := newChecker(".")
	if err != nil {
		t.Fatal(err)
	}
	switched, alone, useless := divide(list, check)
	// the step of the loop and the sum with a call
	if len(useless) > 0 || len(switched)+len(alone) != len(list) || len(alone) != 2 {
		t.Errorf("%d of %d mutants behind switches, %d alone, %d useless", len(switched), len(list), len(alone), len(useless))
	}
	if text := withSwitches(switched); !check.compiles("p.go", text) {
		t.Errorf("no Go:\n%s", text)
	}
}

// TestEquivalent: each entry of the table is a mutant of the code, and a line without a reason is refused.
func TestEquivalent(t *testing.T) {
	t.Chdir("../..")
	reasons, err := readEquivalent(equivalentTable)
	if err != nil {
		t.Fatal(err)
	}
	keys := map[string]bool{}
	for key := range reasons {
		file, _, _ := strings.Cut(key, "\t")
		list, err := mutantsOf(filepath.Dir(file))
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range list {
			keys[m.key()] = true
		}
	}
	for key := range reasons {
		if !keys[key] {
			t.Errorf("no mutant is %q", key)
		}
	}
	name := filepath.Join(t.TempDir(), "e.tsv")
	for text, want := range map[string]string{"f.go\tx\ty\t\n": name + ":1: not a file, a line of code, a change and a reason, between tabs",
		"f.go\tx\ty\twhy\nf.go\tx\n": name + ":2: not a file, a line of code, a change and a reason, between tabs"} {
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		if _, err := readEquivalent(name); err == nil || err.Error() != want {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
	if reasons, err := readEquivalent(filepath.Join(t.TempDir(), "none")); len(reasons) > 0 || err != nil {
		t.Errorf("%v, %v", reasons, err)
	}
}

// TestNoMutantOfProgress: what a call that shows progress is given decides nothing.
func TestNoMutantOfProgress(t *testing.T) {
	t.Chdir(t.TempDir())
	const text = "package p\n\nfunc F(n int) {\n\tst.Add(n / 2); p.progress.Add(n / 2)\n\tkeep(n / 2)\n}\n"
	if err := os.WriteFile("p.go", []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	list, err := mutantsOf(".")
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range list {
		if m.place != "p.go:5" || m.line != "keep(n / 2)" {
			t.Errorf("%s: %s: %s", m.place, m.line, m.change)
		}
	}
	if len(list) != 3 {
		t.Errorf("%d mutants, want three of one line", len(list))
	}
}

// TestNoMutantOfIdle: what is only room that is made in advance has no mutants, nor has a line without a file. The length of a slice, the
// room of a channel and the line of a file have.
func TestNoMutantOfIdle(t *testing.T) {
	t.Chdir(t.TempDir())
	const text = `package p

func F(n int) {
	a, b := make([]int, 0, n+7), make(map[int]int, n+7)
	w := bufio.NewWriterSize(out, 7<<n)
	c, d := make([]int, n+7), make(chan int, n+7)
	e, f := errs.BadInput("", 7, "text"), errs.BadInput(name, 7, "text")
}
`
	if err := os.WriteFile("p.go", []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	list, err := mutantsOf(".")
	if err != nil {
		t.Fatal(err)
	}
	byLine := map[string]int{}
	for _, m := range list {
		byLine[m.place]++
	}
	if len(byLine) != 3 || byLine["p.go:4"] != 1 || byLine["p.go:6"] != 4 || byLine["p.go:7"] != 1 {
		t.Errorf("mutants by line %v, want the length 0 of line 4, two sums of line 6 with their numbers, and a 7 of line 7", byLine)
	}
}
