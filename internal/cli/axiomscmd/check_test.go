package axiomscmd

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"reflect"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/testkit/golden"
)

// execute runs the noun in-process.
func execute(stdin io.Reader, args ...string) (stdout, stderr string, err error) {
	cmd := New()
	var out, said bytes.Buffer
	cmd.SetArgs(args)
	cmd.SetIn(stdin)
	cmd.SetOut(&out)
	cmd.SetErr(&said)
	cmd.SilenceErrors, cmd.SilenceUsage = true, true
	err = cmd.Execute()
	return out.String(), said.String(), err
}

// TestGoldenThroughTheCommand answers every case of the golden vectors: nothing differs, and nothing but got is added.
func TestGoldenThroughTheCommand(t *testing.T) {
	for _, name := range []string{"bounds", "combine", "fulfil", "made", "pairs-cranfield", "pairs-hand", "pairs-random", "pairs-wikiqa",
		"training", "triples"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			text, _ := golden.Read(t, "axioms/"+name+".jsonl")
			out, said, err := execute(bytes.NewReader(text), "check")
			if err != nil {
				t.Fatalf("%v\n%s", err, said)
			}
			if !strings.HasSuffix(said, " 0 differ\n") || strings.Contains(said, " 0 answers") {
				t.Errorf("stderr says %q", said)
			}
			lines, answers := bytes.Split(bytes.TrimSpace(text), []byte("\n")), strings.Split(strings.TrimSpace(out), "\n")
			if len(lines) != len(answers) {
				t.Fatalf("%d lines became %d", len(lines), len(answers))
			}
			for i := range lines {
				var before, after any
				if err := json.Unmarshal(lines[i], &before); err != nil {
					t.Fatal(err)
				}
				if err := json.Unmarshal([]byte(answers[i]), &after); err != nil {
					t.Fatal(err)
				}
				if got := withoutGot(after); got == 0 || !reflect.DeepEqual(before, after) {
					t.Fatalf("line %d has %d answers or lost something: %.300s", i+1, got, answers[i])
				}
			}
		})
	}
}

// withoutGot takes got out of a case and counts how often it was there.
func withoutGot(line any) (n int) {
	o := line.(map[string]any)
	if _, ok := o["got"]; ok {
		delete(o, "got")
		n++
	}
	pairs, _ := o["pairs"].([]any)
	for _, p := range pairs {
		n += withoutGot(p)
	}
	return n
}

func TestCheckFindsDifferences(t *testing.T) {
	// Each expectation is wrong by hand: d2 lacks b, so m-and prefers d1 and tfc1 does; 9 and 10 words differ by 0.1;
	// (0, 1, 2) rises evenly; three of three repeats of two words fit; 1 and -1 sum to 0; the one preference is a pool.
	for name, line := range map[string]string{
		"pairs": `{"query":["a","b"],"docs":[{"id":"d1","tokens":["a","b"]},{"id":"d2","tokens":["a"]}],"pairs":[{"d1":"d1","d2":"d2",` +
			`"expect":{"m-and":1,"tfc1":-1}}]}`,
		"null": `{"query":["a","b"],"docs":[{"id":"d1","tokens":["a","b"]},{"id":"d2","tokens":["a"]}],"pairs":[{"d1":"d1","d2":"d2",` +
			`"expect":{"tfc1":1,"m-and":null}}]}`,
		"triples": `{"query":["a"],"docs":[{"id":"x","tokens":["a"]},{"id":"y","tokens":["a","a"]},{"id":"z","tokens":["a","a","a"]}],` +
			`"expect":{"tfc2":[["y","x","z"]]}}`,
		"bounds":  `{"lengths":[9,10],"params":{"delta_star":0.1},"holds":false}`,
		"made":    `{"query":["a"],"tokens":["a","x"],"variant":"rennings","params":{},"k":[2,3],"made_lengths":[4,6,8]}`,
		"combine": `{"op":"sum","parts":[[true,1],[true,-1]],"expect":[true,1]}`,
		"fulfil":  `{"kind":"pair","scores":[1,1],"strict":true,"weak":true}`,
		"tfc2":    `{"kind":"tfc2","scores":[0,1,2],"fulfilled":true}`,
		"training": `{"queries":[{"id":"q","docs":["d1","d2"],"qrels":{},"prefs":{"tfc1":[["d1","d2"]]}}],"settings":{"strategy":"paired",` +
			`"conflict":"drop","min_grade":1,"ratio":null},"expect":{"regular":[],"pools":{"tfc1":[]}}}`,
	} {
		out, said, err := execute(strings.NewReader(line), "check")
		var f *errs.Error
		if !errors.As(err, &f) || f.Kind != errs.Shortfall {
			t.Errorf("%s: %v is no difference found\n%s", name, err, out)
		}
		if !strings.Contains(said, "1 differ") {
			t.Errorf("%s: stderr says %q", name, said)
		}
	}
}

func TestCheckAnswersTwice(t *testing.T) {
	const line = `{"query": ["a"], "docs":[{"id":"d1","tokens":["a"]},{"id":"d2","tokens":[]}],"pairs":[{"d1":"d2","d2":"d1",` +
		`"expect":{"tfc1":-1.0,"and&-and":0}}]}`
	const want = `{"query":["a"],"docs":[{"id":"d1","tokens":["a"]},{"id":"d2","tokens":[]}],"pairs":[{"d1":"d2","d2":"d1",` +
		`"expect":{"tfc1":-1.0,"and&-and":0},"got":{"tfc1":-1,"and&-and":0}}]}` + "\n"
	once, _, err := execute(strings.NewReader("\n"+line), "check")
	if err != nil || once != want {
		t.Fatalf("%v, got %s", err, once)
	}
	twice, _, err := execute(strings.NewReader(once), "check")
	if err != nil || twice != once {
		t.Errorf("an answered case becomes %s, %v", twice, err)
	}
}

func TestCheckRefuses(t *testing.T) {
	for line, want := range map[string]string{
		`{"id":1`:                         "standard input:2: unexpected EOF",
		`[1]`:                             "standard input:2: expected an object",
		`{"id":"x"}`:                      "standard input:2: a case of no known kind",
		`{"lengths":[3,4]} {}`:            "standard input:2: more than one value",
		`{"lengths":[3,-4]}`:              "lengths: expected numbers of words",
		`{"op":"xor","parts":[[true,1]]}`: `op "xor"`,
		`{"kind":"pair","scores":[1]}`:    "with 1 scores",
		`{"query":[],"docs":[],"pairs":[{"d1":"a","d2":"b","expect":{}}]}`:                           `unknown document "a"`,
		`{"query":[],"docs":[{"id":"a"},{"id":"a"}],"pairs":[]}`:                                     `two documents are called "a"`,
		`{"query":[],"docs":[{"id":"a"}],"pairs":[{"d1":"a","d2":"a","expect":{"tcf1":0}}]}`:         "did you mean tfc1?",
		`{"query":[],"docs":[{"id":"a"}],"pairs":[{"d1":"a","d2":"a","expect":{"tfc2":0}}]}`:         "tfc2 does not compare two documents",
		`{"query":[],"docs":[{"id":"a"}],"vectors":{"a":[1],"b":[1,2]},"pairs":[]}`:                  "1 and 2 dimensions",
		`{"queries":[{"id":"q","docs":["a"],"prefs":{"tfc1":[["a","b"]]}}],"settings":{}}`:           "not two of its documents",
		`{"queries":[],"settings":{"strategy":"tripled"}}`:                                           `"tripled" is none of paired, multi-graded`,
		`{"queries":[{"id":"q","docs":[],"prefs":{"tfc1":[]}}],"settings":{"ratio":{"tfc2":[1,1]}}}`: `"tfc2", which is no pool`,
	} {
		out, _, err := execute(strings.NewReader(`{"lengths":[3,4]}`+"\n"+line), "check")
		var f *errs.Error
		if !errors.As(err, &f) || f.Kind != errs.Input || f.Line != 2 || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want line 2 and %q", line, err, want)
		}
		if out != `{"lengths":[3,4],"got":{"holds":true}}`+"\n" {
			t.Errorf("%s: the line before gave %q", line, out)
		}
	}
}
