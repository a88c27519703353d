// Package commandtest runs the command line as a user does, for tests: script commands, and command lines that are stopped and resumed.
// The program is the axiomine of the path, which testscript.Main puts there.
//
// Every guarantee has a quick case in `make test`; the rest of its cases, counted by nightly, wait for ALL_TESTS=1.
//
//	guarantee                              quick case                                the rest
//	kill -9 and --resume                   TestKilled: gen, after a finished shard   20 random kills of gen, shards; 10 of train sweep
//	signals and --resume                   TestSignals: the demo, two steps          all ten steps
//	a signal in a call of the system       TestStoppedInASystemCall: two commands    five commands
//	the end of the starting program        TestParentGone                            -
//	a full disk                            TestFullDiskInStages: tokenize shards     eleven stages; the demo at nine limits (TestFullDisk)
//	a full standard output                 TestFullOutput: four commands             all that print
//	a folder that cannot be written        TestReadOnly: gen, empty and resumed      eleven stages
//	a folder in use, a lock left behind    TestLocked                                -
//	a paused run keeps its lock            TestPaused: one pause                     three runs with four pauses
//	--overwrite leaves one result whole    TestOverwriteStopped: gen                 eleven stages
//	memory is bounded                      TestMemoryIsBounded: two commands         eleven commands
//	1 GiB of addresses                     TestAddressSpace                          -
//	times of files decide nothing          TestClockWentBack                         -
//	another version does its work anew     TestOtherVersion: gen                     train sweep
//
// No test waits for a clock: it waits for a file, a line or the end of a process, as long as the whole suite may.
package commandtest

import (
	"compress/gzip"
	"encoding/hex"
	"errors"
	"fmt"
	"html"
	"io"
	"os"
	"os/exec"
	"regexp"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/klauspost/compress/zstd"
	"github.com/rogpeppe/go-internal/testscript"
)

// Commands returns the commands of the command line's scripts besides testscript's own.
func Commands() map[string]func(*testscript.TestScript, bool, []string) {
	return map[string]func(*testscript.TestScript, bool, []string){
		"exits": exits, "samefiles": sameFiles, "pack": pack, "cut": cut, "flip": flip, "hex": fromHex,
		"again": again, "next": next, "quoted": quote, "narrow": narrow, "shows": show, "says": say,
	}
}

// exits checks, in exits CODE COMMAND..., that the command ends with this exit code. An error is told as the contract says: in one last
// line on stderr, "error: what; hint: what to do"; without an error there is no such line.
func exits(ts *testscript.TestScript, _ bool, args []string) {
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	status := 0
	var exitErr *exec.ExitError
	if err := ts.Exec(args[1], args[2:]...); errors.As(err, &exitErr) {
		status = exitErr.ExitCode()
	} else {
		ts.Check(err)
	}
	if status != want {
		ts.Fatalf("exit code %d, not %d", status, want)
	}
	if complaint := OneError(ts.ReadFile("stderr"), want != 0); complaint != "" {
		ts.Fatalf("%s", complaint)
	}
}

// bareNumber is an amount without commas that is no year, a zero with a sign, or a percentage without a space, but for a formula's ~10%.
var bareNumber = regexp.MustCompile(`(?:^| )(?:[0-9]{5,}|1[0-8][0-9]{2}|2[1-9][0-9]{2}|[3-9][0-9]{3}) [a-z]|` +
	`[+-]0\.0+(?:[^0-9.]|$)|(?:^|[^~.0-9])[0-9.]+%`)

// narrow runs, in narrow COMMAND..., a command in a terminal of 80 columns. No line that it writes may be longer, but for a command to
// copy and what cannot be broken, such as a path. Numbers are written as for people.
func narrow(ts *testscript.TestScript, _ bool, args []string) {
	ts.Setenv("COLUMNS", "80")
	ts.Check(ts.Exec(args[0], args[1:]...))
	ts.Setenv("COLUMNS", "")
	for line := range strings.Lines(ts.ReadFile("stdout") + ts.ReadFile("stderr")) {
		line = strings.TrimRight(line, "\n")
		if utf8.RuneCountInString(line) > 80 && !strings.HasPrefix(line, "next: ") && strings.Contains(strings.TrimLeft(line, " "), " ") {
			ts.Fatalf("%d columns: %s", utf8.RuneCountInString(line), line)
		}
		if number := bareNumber.FindString(line); number != "" {
			ts.Fatalf("%q for a person: %s", number, line)
		}
	}
}

// again runs, in again PAGE, the command that the page shows, as it stands, in a shell.
func again(ts *testscript.TestScript, _ bool, args []string) {
	_, rest, ok := strings.Cut(ts.ReadFile(args[0]), "<pre><code>")
	line, _, hasEnd := strings.Cut(rest, "</code></pre>")
	if !ok || !hasEnd {
		ts.Fatalf("%s shows no command", args[0])
	}
	ts.Check(ts.Exec("sh", "-ec", html.UnescapeString(line)))
}

// next runs, in next PAGE [FOLDER], the next command of the page as it stands, in a shell, in the folder where one is named.
func next(ts *testscript.TestScript, _ bool, args []string) {
	_, rest, ok := strings.Cut(ts.ReadFile(args[0]), `<p class="next">`)
	line, _, _ := strings.Cut(rest, "</p>")
	_, line, hasCode := strings.Cut(strings.TrimSuffix(line, "</code>"), "<code>")
	if !ok || !hasCode {
		ts.Fatalf("%s has no next command", args[0])
	}
	folder := "."
	if len(args) > 1 {
		folder = args[1]
	}
	ts.Check(ts.Exec("sh", "-ec", "cd "+folder+"; "+html.UnescapeString(line)))
}

// show checks, in shows PATTERN PAGE, that a line of the page matches.
func show(ts *testscript.TestScript, isNot bool, args []string) {
	pattern, err := regexp.Compile("(?m)" + args[0])
	ts.Check(err)
	if pattern.MatchString(ts.ReadFile(args[1])) == isNot {
		ts.Fatalf("%s: matches %s: %v", args[1], args[0], !isNot)
	}
}

// say checks, in says PAGE PATTERN TEXT, that a page of the module has the text, in which $1 is what the pattern's first group finds in the
// last command's output, and COUNT how often the pattern is found there. White space is one space.
func say(ts *testscript.TestScript, _ bool, args []string) {
	pattern, err := regexp.Compile("(?m)" + args[1])
	ts.Check(err)
	output := ts.ReadFile("stdout") + ts.ReadFile("stderr")
	m := pattern.FindStringSubmatchIndex(output)
	if m == nil {
		ts.Fatalf("no match for %s in the output", args[1])
	}
	text := strings.ReplaceAll(string(pattern.ExpandString(nil, args[2], output, m)), "COUNT", strconv.Itoa(len(pattern.FindAllString(output, -1))))
	plain := func(text string) string { return strings.Join(strings.Fields(text), " ") }
	if page := ts.ReadFile(ts.Getenv("DEMO") + "/../../" + args[0]); !strings.Contains(plain(page), plain(text)) {
		ts.Fatalf("%s does not say %s", args[0], text)
	}
}

// quote checks, in quoted PAGE, that a code block of a page in Markdown shows the last command's output; a line .. in it stands for what
// it leaves out.
func quote(ts *testscript.TestScript, _ bool, args []string) {
	page, stdout := ts.ReadFile(args[0]), ts.ReadFile("stdout")
	for i, block := range strings.Split("\n"+page, "\n```") {
		_, text, _ := strings.Cut(block, "\n") // behind the name of a language
		if i%2 == 1 && inOrder(stdout, strings.Split(text+"\n", "..\n")) {
			return
		}
	}
	ts.Fatalf("no code block of %s shows this output", args[0])
}

// inOrder reports whether a text begins with the first piece and holds the others behind it.
func inOrder(text string, pieces []string) bool {
	if !strings.HasPrefix(text, pieces[0]) || pieces[0] == "" {
		return false
	}
	for _, piece := range pieces {
		_, rest, ok := strings.Cut(text, piece)
		if !ok {
			return false
		}
		text = rest
	}
	return true
}

// OneError returns what is wrong with the end of stderr, if anything is.
func OneError(stderr string, isFailure bool) string {
	count := strings.Count("\n"+stderr, "\nerror: ")
	lines := strings.Split(strings.TrimSuffix(stderr, "\n"), "\n")
	switch {
	case !isFailure && count > 0:
		return "an error is told, but the exit code is 0"
	case !isFailure:
		return ""
	case count != 1 || !strings.HasPrefix(lines[len(lines)-1], "error: ") || !strings.HasSuffix(stderr, "\n"):
		return fmt.Sprintf("%d error lines, and the last line is %q", count, lines[len(lines)-1])
	case strings.Count(stderr, "; hint: ") != 1:
		return "no hint, or more than one"
	}
	return ""
}

// sameFiles checks, in sameFiles A B, that both folders hold files of the same names and bytes.
func sameFiles(ts *testscript.TestScript, neg bool, args []string) {
	a, err := Checksums(ts.MkAbs(args[0]))
	ts.Check(err)
	b, err := Checksums(ts.MkAbs(args[1]))
	ts.Check(err)
	if difference := Differing(a, b); neg == (difference == "") || len(a) == 0 {
		ts.Fatalf("difference: %q", difference)
	}
}

// pack writes, in pack gzip or zstd FROM TO, a compressed copy.
func pack(ts *testscript.TestScript, _ bool, args []string) {
	out, err := os.Create(ts.MkAbs(args[2]))
	ts.Check(err)
	defer out.Close()
	var w io.WriteCloser = gzip.NewWriter(out)
	if args[0] == "zstd" {
		w, err = zstd.NewWriter(out)
		ts.Check(err)
	}
	_, err = io.WriteString(w, ts.ReadFile(args[1]))
	ts.Check(errors.Join(err, w.Close()))
}

// fromHex writes, in hex FROM TO, the bytes that a text of hexadecimal digits and white space stands for.
func fromHex(ts *testscript.TestScript, _ bool, args []string) {
	raw, err := hex.DecodeString(strings.Join(strings.Fields(ts.ReadFile(args[0])), ""))
	ts.Check(err)
	ts.Check(os.WriteFile(ts.MkAbs(args[1]), raw, 0o666))
}

// cut removes, in cut FILE, the last third of its bytes.
func cut(ts *testscript.TestScript, _ bool, args []string) {
	raw := ts.ReadFile(args[0])
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), []byte(raw[:len(raw)*2/3]), 0o666))
}

// flip changes, in flip FILE, the byte in its middle.
func flip(ts *testscript.TestScript, _ bool, args []string) {
	raw := []byte(ts.ReadFile(args[0]))
	raw[len(raw)/2] ^= 1
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), raw, 0o666))
}
