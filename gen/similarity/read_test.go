package similarity

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/gen/index"
	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/testkit/budgettest"
	"github.com/axiomine/axiomine/internal/testkit/golden"
	"github.com/axiomine/axiomine/internal/testkit/must"
	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

func readString(text string, keep func(string) bool) (*Words, Report, error) {
	return read(context.Background(), strings.NewReader(text), "v.txt", keep, nil)
}

// binaryRow is a row of word2vec's binary format, written by hand: 1 is 3f800000, -2 is c0000000 in IEEE 754.
const (
	one      = "\x00\x00\x80\x3f"
	minusTwo = "\x00\x00\x00\xc0"
	nan      = "\x00\x00\xc0\x7f"
)

func TestRead(t *testing.T) {
	for _, c := range []struct {
		name, text string
		want       Report
		vectors    string // word=vector, in order
	}{
		{"word2vec", "2 2\na 1 -2\nb 0.5 1e-3\n", Report{Format: Word2Vec, Rows: 2, Kept: 2}, "a=[1 -2] b=[0.5 0.001]"},
		{"no line end, carriage returns, tabs", "2 2\r\na\t1 -2 \r\nb 3  4", Report{Format: Word2Vec, Rows: 2, Kept: 2},
			"a=[1 -2] b=[3 4]"},
		{"glove", "a 1 -2\nb 3 4\n", Report{Format: GloVe, Rows: 2, Kept: 2}, "a=[1 -2] b=[3 4]"},
		{"the first of two stands", "a 1 2\na 3 4\nb 5 6\n", Report{Format: GloVe, Rows: 3, Kept: 2, Duplicates: 1}, "a=[1 2] b=[5 6]"},
		{"zero vector", "a 0 0\nb 0 -0.0\n", Report{Format: GloVe, Rows: 2, Kept: 2}, "a=[0 0] b=[0 -0]"},
		{"words with spaces", "a 1 2 3\n. . . 4 5 6\nat x@y.z 7 8 9\n7 7 8 9\n", Report{Format: GloVe, Rows: 4, Kept: 4},
			"a=[1 2 3] . . .=[4 5 6] at x@y.z=[7 8 9] 7=[7 8 9]"},
		{"other white space is part of a word", "a\u00a0b 1 2\n\u2028 3 4\n", Report{Format: GloVe, Rows: 2, Kept: 2},
			"a\u00a0b=[1 2] \u2028=[3 4]"},
		{"unwanted", "2 1\na 1\nno x\n", Report{Format: Word2Vec, Rows: 2, Kept: 1}, "a=[1]"},
		{"binary with line ends", "2 2\na " + one + minusTwo + "\nb " + minusTwo + one + "\n",
			Report{Format: Word2VecBinary, Rows: 2, Kept: 2}, "a=[1 -2] b=[-2 1]"},
		{"binary without", "3 2\na " + one + minusTwo + "no " + nan + nan + "b " + minusTwo + one,
			Report{Format: Word2VecBinary, Rows: 3, Kept: 2}, "a=[1 -2] b=[-2 1]"},
	} {
		t.Run(c.name, func(t *testing.T) {
			keep := func(w string) bool { return w != "no" }
			words, report, err := readString(c.text, keep)
			must.Do(t, err)
			must.Equal(t, report, c.want, "report")
			var got []string
			for i := range words.Len() {
				got = append(got, fmt.Sprintf("%s=%v", words.Word(i), words.Vector(i)))
			}
			must.Equal(t, strings.Join(got, " "), c.vectors)
		})
	}
}

func TestReadFaults(t *testing.T) {
	for _, c := range []struct {
		name, text string
		want       string // part of the message
	}{
		{"empty", "", "v.txt: the file is empty"},
		{"header alone", "0 2\n", "v.txt: no rows"},
		{"too few values", "a 1 2\nb 1\n", "v.txt:2: 1 value, not 2"},
		{"too many values", "a 1 2\nb 1 2 3\n", "v.txt:2: 3 values, not 2"},
		{"too few for the header", "2 3\na 10 20\nb 1 2 3\n", "v.txt:2: 2 values, not 3"},
		{"a word alone", "a\n", "v.txt:1: 0 values in the first row"},
		{"empty line", "a 1\n\nb 2\n", "v.txt:2: 0 values, not 1"},
		{"bad number", "a 1 2\nb 1 x\n", `v.txt:2: bad number "x"`},
		{"not a number", "a 1 NaN\n", `v.txt:1: bad number "NaN"`},
		{"beyond float32", "a 1 1e39\n", `v.txt:1: bad number "1e39"`},
		{"fewer rows than promised", "3 2\na 1 2\nb 1 2\n", "v.txt: the file is truncated: 2 rows, its header says 3"},
		{"more rows than promised", "1 2\na 1 2\nb 1 2\n", "v.txt: 2 rows, its header says 1"},
		{"binary cut in a vector", "2 2\na " + one + minusTwo + "b " + one, "truncated in row 2 of 2"},
		{"binary cut in a word", "2 2\na " + one + minusTwo + "b", "truncated in row 2 of 2"},
		{"binary cut between rows", "2 2\na " + one + minusTwo + "\n", "truncated: 1 row"},
		{"binary with a bad value", "1 2\na " + one + nan, "bad number NaN in row 1"},
		{"binary with a word that does not end", "2 1\na " + one + strings.Repeat("a", maxWord+1), "row 2 has a word of more"},
		{"broken gzip", "\x1f\x8b\x00 no method 0\x00", "v.txt: cannot decompress"},
		{"text without line ends", strings.Repeat("x", maxLine+1), "v.txt:1: a row is longer"},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, _, err := readString(c.text, nil)
			f := new(errs.Error)
			if !errors.As(err, &f) || f.Kind != errs.Input || !strings.Contains(err.Error(), c.want) {
				t.Errorf("error %q, want an input fault with %q", err, c.want)
			}
		})
	}
	if _, _, err := Read(context.Background(), filepath.Join(t.TempDir(), "none"), nil, nil); !errors.As(err, new(*errs.Error)) {
		t.Errorf("missing file: error %v", err)
	}
}

func TestReadStopsWhenCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	text := strings.Repeat("a 1\n", ctxEvery)
	if _, _, err := read(ctx, strings.NewReader(text), "v", nil, nil); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
}

// Written and read back is the same, bit by bit. So is a file without the header; a binary one is rounded to float32.
func TestWriteThenRead(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		format := rapid.SampledFrom([]Format{Word2Vec, Word2VecBinary, GloVe}).Draw(t, "format")
		dim := rapid.IntRange(1, 5).Draw(t, "dim")
		words := NewWords(dim)
		values := rapid.SliceOfN(rapid.Float64Range(-math.MaxFloat32, math.MaxFloat32), dim, dim)
		for _, w := range rapid.SliceOfN(rapid.StringMatching(`[^ \t\r\n]{1,4}`), 1, 6).Draw(t, "words") {
			words.Add(w, values.Draw(t, "vector"))
		}
		var b bytes.Buffer
		must.Do(t, words.Write(&b))
		switch header, rows, _ := strings.Cut(b.String(), "\n"); format {
		case GloVe: // the same rows, without a header
			b.Reset()
			b.WriteString(rows)
		case Word2VecBinary:
			b.Reset()
			b.WriteString(header + "\n")
			for i, word := range words.words {
				b.WriteString(word + " ")
				for _, v := range words.Vector(i) {
					b.Write(binary.LittleEndian.AppendUint32(nil, math.Float32bits(float32(v))))
				}
				b.WriteByte('\n')
			}
		}
		if sniff(b.Bytes()) != format {
			t.Skip("a word that is a number, or values whose bytes are letters")
		}
		back, _, err := readString(b.String(), nil)
		must.Do(t, err)
		if format == Word2VecBinary {
			for i, v := range words.data {
				words.data[i] = float64(float32(v))
			}
		}
		if diff := cmp.Diff(words, back, cmp.AllowUnexported(Words{})); diff != "" {
			t.Errorf("-written +read\n%s", diff)
		}
	})
}

func FuzzRead(f *testing.F) {
	for _, s := range []string{"2 2\na 1 2\nb 3 4\n", "a 1\n. . 2\n", "1 1\na " + one, "1 1\n\n\na " + one, "\x1f\x8b", "\x28\xb5\x2f\xfd",
		"-1 9\n", "9999999999 65536\na "} {
		f.Add(s)
	}
	budgettest.Fuzz(f, func(t *testing.T, text string) {
		words, report, err := readString(text, nil)
		if err != nil {
			return
		}
		if words.Len() == 0 || words.Len() != report.Kept || report.Rows != report.Kept+report.Duplicates {
			t.Errorf("%d words, report %+v", words.Len(), report)
		}
		for _, v := range words.data {
			if math.IsNaN(v) || math.IsInf(v, 0) {
				t.Errorf("value %v", v)
			}
		}
	})
}

func gloveFile(tb testing.TB) string {
	return golden.SharedPath(tb, "data", "glove", "glove.6B.100d.subset.txt.gz")
}

// The expected numbers are those of the file's own header and first row.
func TestReadGloVeSubset(t *testing.T) {
	if testing.Short() {
		t.Skip("reads 12 MB")
	}
	words, report, err := Read(context.Background(), gloveFile(t), nil, nil)
	must.Do(t, err)
	must.Equal(t, report, (Report{Format: Word2Vec, Rows: 36140, Kept: 36140}), "report")
	if v := words.Lookup("the"); v[0] != -0.038194 || v[1] != -0.24487 {
		t.Errorf("the = %v ...", v[:2])
	}
}

// Files that are no word vectors, with the exact message.
func TestMalformedVectors(t *testing.T) {
	const (
		width   = "; hint: every row must have the same number of values"
		numbers = "; hint: values must be numbers in the range of float32"
		binary  = "; hint: is this word2vec's binary format?"
		fetch   = "; hint: fetch it again"
		first   = "v.txt:1: 0 values in the first row; hint: a row is a word and its values"
	)
	for _, c := range []struct{ content, want string }{
		{"", "v.txt: the file is empty; hint: give a file of word vectors"},
		{"\n", first},
		{"bread\n", first},
		{"a 1 2\nb 1\n", "v.txt:2: 1 value, not 2" + width},
		{"a 1 2\nb 1 2 3\n", "v.txt:2: 3 values, not 2" + width},
		{"a 1 2\n\nb 1 2\n", "v.txt:2: 0 values, not 2" + width},
		{"a 1 2\nb 1 x\n", `v.txt:2: bad number "x"` + numbers},
		{"a 1 NaN\n", `v.txt:1: bad number "NaN"` + numbers},
		{"a 1 inf\n", `v.txt:1: bad number "inf"` + numbers},
		{"a 1 1e39\n", `v.txt:1: bad number "1e39"` + numbers},
		{"a 1,5 2\n", `v.txt:1: bad number "1,5"` + numbers},
		{"3 2\na 1 2\nb 1 2\n", "v.txt: the file is truncated: 2 rows, its header says 3; hint: fetch it again, or correct the header"},
		{"1 2\na 1 2\nb 1 2\n", "v.txt: 2 rows, its header says 1; hint: correct the header"},
		{"0 2\n", "v.txt: no rows; hint: give a file of word vectors"},
		{"bread\n", first},
		{"\na 1\n", "v.txt:1: 0 values in the first row; hint: a row is a word and its values"},
		{"2 1\na " + one, "v.txt: the file is truncated: 1 row, its header says 2; hint: fetch it again, or correct the header"},
		{"1 2\na " + one, "v.txt: the file is truncated in row 1 of 1" + fetch},
		{"1 1\na " + nan, "v.txt: bad number NaN in row 1; hint: values must be finite numbers"},
		{"2 1\na " + one + strings.Repeat("a", maxWord+1) + " " + one, "v.txt: row 2 has a word of more than 64 KiB" + binary},
		{"\x1f\x8b\x08\x00", "v.txt: cannot decompress: unexpected EOF" + fetch},
		{"\x28\xb5\x2f\xfd\x00", "v.txt:1: the file is truncated" + fetch},
	} {
		_, _, err := readString(c.content, nil)
		if e := new(errs.Error); !errors.As(err, &e) || e.Kind != errs.Input || err.Error() != c.want {
			t.Errorf("%.40q\n got %v\nwant %s", c.content, err, c.want)
		}
	}
}

var _ Lexicon = index.Lexicon(nil)

// forms is a lexicon written by hand.
type forms []struct {
	term  string
	forms []count
}

// count is how often a form was seen.
type count struct {
	form string
	n    int64
}

func (f forms) NumTerms() int        { return len(f) }
func (f forms) Term(t uint32) string { return f[t].term }
func (f forms) Forms(t uint32) (list []index.Form) {
	for _, c := range f[t].forms {
		list = append(list, index.Form{Surface: c.form, Count: c.n})
	}
	return list
}

var lexicon = forms{
	{"run", []count{{"runs", 3}, {"running", 1}, {"ran", 6}}},
	{"cat", []count{{"cats", 2}}},
	{"odd", []count{{"oddly", 5}}},
	{"null", []count{{"nulls", 5}}},
	{"up", []count{{"up", 1}, {"down", 1}}},
}

func someWords() *Words {
	w := NewWords(2)
	for word, v := range map[string][]float64{"run": {1, 0}, "runs": {4, 0}, "running": {0, 8}, "cats": {-3, 4}, "cat": {0, 2},
		"nulls": {0, 0}, "up": {0, 1}, "down": {0, -1}} {
		w.Add(word, v)
	}
	return w
}

func TestBindForms(t *testing.T) {
	table := Bind(someWords(), lexicon, Forms)
	// run: "ran" has no vector, so (3*(4,0) + 1*(0,8)) / 4 = (3, 2). odd has no form with a vector, null a zero vector, and
	// the forms of up cancel out.
	for id, want := range [][]float64{{3, 2}, {-3, 4}, nil, nil, nil} {
		if got := table.Vector(uint32(id)); !slices.Equal(got, want) {
			t.Errorf("%s: vector %v, want %v", lexicon[id].term, got, want)
		}
	}
	// cos((3,2), (-3,4)) = (-9 + 8) / (sqrt(13) * 5)
	if sim, ok := table.Sim(0, 1); !ok || math.Abs(sim+1/(5*math.Sqrt(13))) > 1e-15 {
		t.Errorf("Sim = %v, %v", sim, ok)
	}
	if table.Dim() != 2 || table.Len() != 2 {
		t.Errorf("Dim %d, Len %d", table.Dim(), table.Len())
	}
}

// What WordFilter lets through is all that Bind looks at.
func TestWanted(t *testing.T) {
	for _, mode := range []Mode{Forms, Stems} {
		all, wanted := someWords(), NewWords(2)
		keep := WordFilter(lexicon, mode)
		for i := range all.Len() {
			if keep(all.Word(i)) {
				wanted.Add(all.Word(i), all.Vector(i))
			}
		}
		a := Bind(all, lexicon, mode)
		b := Bind(wanted, lexicon, mode)
		if !slices.Equal(a.data, b.data) || !slices.Equal(a.row, b.row) {
			t.Errorf("%s: the tables differ", mode)
		}
		if wanted.Len() == all.Len() {
			t.Errorf("%s: every word was wanted", mode)
		}
	}
}
