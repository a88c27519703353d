package prepare

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/gen/corpus/read"
	"github.com/axiomine/axiomine/internal/testkit/must"
	"github.com/google/go-cmp/cmp"
	"github.com/parquet-go/parquet-go"
	"pgregory.net/rapid"
)

// statedRow is a row as other tools write it, with a column that is not asked for.
type statedRow struct {
	Text       string   `parquet:"text"`
	Query      int64    `parquet:"query"`
	Preferred  string   `parquet:"preferred"`
	Other      *string  `parquet:"other,optional"`
	Confidence *float32 `parquet:"confidence,optional"`
}

func silent(string, int) {}

// The three forms of a file say the same: the rules are those of readPreferences.
func TestFormsOfPreferences(t *testing.T) {
	half, b, c := float32(0.5), "b", "c"
	dir := t.TempDir()
	write := func(name, text string) string {
		path := filepath.Join(dir, name)
		must.Do(t, os.WriteFile(path, []byte(text), 0o666))
		return path
	}
	columns := filepath.Join(dir, "p.parquet")
	must.Do(t, parquet.WriteFile(columns, []statedRow{{"x", 1, "a", &b, &half}, {"x", 1, "b", &c, nil}, {"x", 2, "a", nil, nil},
		{"x", 2, "c", &b, &half}}))
	want := preferences{"1": {{QueryID: "1", Preferred: "a", Other: "b", Confidence: .5},
		{QueryID: "1", Preferred: "b", Other: "c", Confidence: 1}},
		"2": {{QueryID: "2", Preferred: "c", Other: "b", Confidence: .5}}}
	for _, path := range []string{
		write("p.tsv", "1\ta\tb\t0.5\n1\tb\tc\n2\ta\t\n2\tc\tb\t.5\n"),
		write("p.jsonl", `{"query": 1, "preferred": "a", "other": "b", "confidence": 0.5}`+"\n"+`{"query": "1", "preferred": "b", "other": "c"}`+
			"\n"+
			`{"query": 2, "preferred": "a"}`+"\n"+`{"query": 2, "preferred": "c", "other": "b", "confidence": 0.5}`+"\n"),
		columns,
	} {
		got, err := readPreferences(path, read.Defaults(), nil, func(...string) {}, silent)
		if diff := cmp.Diff(want, got); diff != "" || err != nil {
			t.Errorf("%s: %v (-want +got):\n%s", path, err, diff)
		}
	}
	raw := must.Get(os.ReadFile(columns))(t)
	rapid.Check(t, func(rt *rapid.T) { // damage is an error of one line, or harmless
		broken := append([]byte(nil), raw...)
		if rapid.Bool().Draw(rt, "cut") {
			broken = broken[:rapid.IntRange(4, len(raw)-1).Draw(rt, "length")]
		} else {
			broken[rapid.IntRange(4, len(raw)-1).Draw(rt, "at")] ^= byte(rapid.IntRange(1, 255).Draw(rt, "bits"))
		}
		if _, err := readPreferences(write("broken", string(broken)), read.Defaults(), nil, func(...string) {}, silent); err != nil &&
			strings.Contains(err.Error(), "\n") {
			rt.Errorf("%q", err)
		}
	})
}

// What is left of preferences that repeat and contradict each other does not depend on their order: of each pair the surest direction.
func TestPreferencesInAnyOrder(t *testing.T) {
	path := filepath.Join(t.TempDir(), "p.tsv")
	rapid.Check(t, func(rt *rapid.T) {
		surest := map[[2]string]float64{}
		var lines []string
		for range rapid.IntRange(1, 12).Draw(rt, "rows") {
			pair := rapid.SampledFrom([][2]string{{"a", "b"}, {"b", "a"}, {"a", "c"}, {"c", "a"}}).Draw(rt, "pair")
			confidence := rapid.SampledFrom([]float64{.2, .5, 1}).Draw(rt, "confidence")
			surest[pair] = max(surest[pair], confidence)
			lines = append(lines, fmt.Sprintf("q\t%s\t%s\t%v\n", pair[0], pair[1], confidence))
		}
		want := map[[2]string]float64{}
		for pair, confidence := range surest {
			if confidence > surest[[2]string{pair[1], pair[0]}] {
				want[pair] = confidence
			}
		}
		must.Do(rt, os.WriteFile(path, []byte(strings.Join(lines, "")), 0o666))
		list := must.Get(readPreferences(path, read.Defaults(), nil, func(...string) {}, silent))(rt)
		got := map[[2]string]float64{}
		list.Each("q", func(preferred, other string, confidence float64) {
			if _, twice := got[[2]string{preferred, other}]; twice {
				rt.Errorf("%s over %s comes twice", preferred, other)
			}
			got[[2]string{preferred, other}] = confidence
		})
		if diff := cmp.Diff(want, got); diff != "" {
			rt.Error(diff)
		}
	})
}
