package shard

import (
	"bytes"
	"cmp"
	"context"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"
	"github.com/parquet-go/parquet-go"

	"github.com/axiomine/axiomine/internal/result"
	"github.com/axiomine/axiomine/internal/testkit/nightly"
	"github.com/axiomine/axiomine/internal/testkit/shardtest"
	"github.com/axiomine/axiomine/tokenize/pairs"
	"github.com/axiomine/axiomine/tokenize/shard/internal/encoding"
	"github.com/axiomine/axiomine/tokenize/shard/internal/format"
)

// claim is one statement of the rows of a data set. A member that a format does not carry is empty.
type claim struct {
	UID, Query, First, Second string
	Label                     string // 1 or 0 of a document or an order, class 0 to 2 of a three-class task; empty: First ranks above Second
	Weight                    float64
}

// formatCase is how the contract reads a format back, by its description and not by the code that wrote it.
type formatCase struct {
	rows func(says claim) []claim // the claims of rows about a pair, from the claim that First ranks above Second
	text func(w *written, text string) string
	keep func(p pairs.Pair) bool    // pairs that the format takes; nil: all
	want func(w *written) []claim   // where rows are of something else than pairs; nil: they are of pairs
	read func(w *written) []claim   // every row, of every task
	lose func(says *claim)          // what of a claim is not in the rows; nil: nothing
	bad  func(line string) []string // lines of the same make that a reader must not take; nil: no format of text
}

// TestContract holds every format of the table to what all of them promise.
func TestContract(t *testing.T) {
	if testing.Short() {
		t.Skip("long, and its threads are those of other tests")
	}
	cases := formatCases()
	for _, f := range format.All {
		t.Run(f.Name, func(t *testing.T) {
			c, ok := cases[f.Name]
			if !ok {
				t.Fatalf("%s has no case in formatCases", f.Name)
			}
			if f.About == "" || f.Use == "" {
				t.Errorf("%s does not say what it is, or how it is used", f.Name)
			}
			w := writeForContract(t, f.Name)
			t.Run("round trip", func(t *testing.T) { c.roundTrip(t, f, w) })
			t.Run("counts", func(t *testing.T) { countsAreTheManifests(t, f, w) })
			t.Run("threads", func(t *testing.T) { sameAtAnyThreads(t, w) })
			t.Run("resume", func(t *testing.T) { sameAfterABreak(t, w) })
			t.Run("wrong rows", func(t *testing.T) { c.wrongRowsAreSeen(t, w) })
		})
	}
	if len(cases) != len(format.All) {
		t.Errorf("%d cases for %d formats", len(cases), len(format.All))
	}
}

// written is a data set in one format.
type written struct {
	t       *testing.T
	in      Input
	o       Options
	dir     string
	m       *Manifest
	weights map[string]float64 // by task, query, positive and negative
}

// pairKey names a pair by what it is made of, so that pairs of the same key have one weight.
func pairKey(parts ...string) string { return strings.Join(parts, "\x00") }

// writeForContract writes two pairwise and two three-class tasks, whose axioms' pairs have weights, in lengths that cut nothing.
func writeForContract(t *testing.T, name string) *written {
	t.Helper()
	c := shardtest.NewCollection(t, 5, 20) // most positives have several negatives
	part := nightly.Stride(t, "rows", 4)
	rows := slices.Concat(c.Pairs(160/part, 1), c.ClassRows(60/part, 2))
	rand.New(rand.NewPCG(3, 4)).Shuffle(len(rows), func(i, j int) { rows[i], rows[j] = rows[j], rows[i] })
	in := inputOf(c, Split{Name: "train", Pairs: pairs.TableOf(rows)}, Split{Name: "dev", Pairs: pairs.TableOf(c.Pairs(30/part, 5))})
	in.Rankings, in.Lists = toEvaluate, toLearn
	w := &written{t: t, weights: map[string]float64{}}
	for i := range in.Splits {
		editPairs(&in.Splits[i], func(_ int, p *pairs.Pair) {
			if p.Source == pairs.Axiomatic {
				p.Weight = 0.5 + float64(len(p.QueryID+p.PosID+p.NegID)%3)
			}
			w.weights[pairKey(p.Task, p.QueryID, p.PosID, p.NegID)] = p.Weight
		})
	}
	w.in, w.o = in, Defaults()
	w.o.Formats, w.o.ShardRows, w.o.MaxLength, w.o.MaxQueryLength, w.o.GroupSize = []string{name}, 50/part, 400, 100, 3
	w.o.Pointwise = PointwiseKeep
	w.dir, w.m = mustWrite(t, in, w.o)
	return w
}

func (c formatCase) roundTrip(t *testing.T, f format.Format, w *written) {
	w.t = t
	want := []claim{}
	if c.want != nil {
		want = c.want(w)
	} else {
		for _, p := range w.in.Splits[0].Pairs.All() {
			if p.Class != nil && !f.Needs.Classes || c.keep != nil && !c.keep(p) {
				continue
			}
			doc := func(id string) string {
				title, text, _ := w.in.Doc(id)
				return strings.TrimPrefix(title+"\n"+text, "\n")
			}
			query, _ := w.in.Query(p.QueryID)
			says := claim{UID: p.UID, Query: c.text(w, query), First: c.text(w, doc(p.PosID)), Second: c.text(w, doc(p.NegID)), Weight: p.Weight}
			if f.Name == "triples-ids" {
				says.Query, says.First, says.Second = p.QueryID, p.PosID, p.NegID
			}
			of := []claim{says}
			if p.Class != nil {
				of[0].Label = "class " + strconv.Itoa(int(*p.Class))
			} else {
				of = c.rows(says)
			}
			for i := range of {
				if c.lose != nil {
					c.lose(&of[i])
				}
			}
			want = append(want, of...)
		}
	}
	got := c.read(w)
	for _, list := range []*[]claim{&want, &got} {
		slices.SortFunc(*list, func(a, b claim) int {
			return cmp.Or(strings.Compare(a.UID, b.UID), strings.Compare(a.Query, b.Query), strings.Compare(a.First, b.First),
				strings.Compare(a.Second, b.Second), strings.Compare(a.Label, b.Label), cmp.Compare(a.Weight, b.Weight))
		})
		if f.Needs.Groups { // a pair fills other groups too
			*list = slices.Compact(*list)
		}
	}
	if len(want) == 0 || len(want) != len(got) {
		t.Errorf("%d claims of %d", len(got), len(want))
	}
	for i := range min(len(want), len(got)) {
		if want[i] != got[i] {
			t.Fatalf("claim %d: %s", i, gocmp.Diff(want[i], got[i]))
		}
	}
}

// countsAreTheManifests counts the rows of every file anew.
func countsAreTheManifests(t *testing.T, f format.Format, w *written) {
	all := files(t, w.dir)
	for _, s := range w.m.Shards {
		raw := all[s.Path]
		n := strings.Count(raw, "\n")
		switch path.Ext(s.Path) {
		case ".parquet":
			file, err := parquet.OpenFile(strings.NewReader(raw), int64(len(raw)))
			if err != nil {
				t.Fatal(err)
			}
			n = int(file.NumRows())
		case ".tfrecord":
			n = 0
			for rest := []byte(raw); len(rest) > 0; n++ {
				rest = rest[len(firstFrame(t, rest)):]
			}
		case ".csv":
			n--
		}
		if n != s.Rows || s.Rows == 0 {
			t.Errorf("%s has %d rows, the manifest says %d", s.Path, n, s.Rows)
		}
		if as := f.EncodingOf(s.Path); as == nil || "."+as.Extension() != path.Ext(s.Path) {
			t.Errorf("%s writes %s, which is in none of its folders", f.Name, s.Path)
		}
	}
	if check, err := Verify(t.Context(), w.dir, nil); err != nil || check.Shards != len(w.m.Shards) {
		t.Errorf("%+v, %v", check, err)
	}
	if s, err := Inspect(t.Context(), w.dir, 1, nil); err != nil || slices.ContainsFunc(s.Folders,
		func(f Folder) bool { return len(f.Rows) == 0 }) {
		t.Errorf("%+v, %v", s, err)
	}
}

func sameAtAnyThreads(t *testing.T, w *written) {
	for _, threads := range []int{1, 7} {
		o := w.o
		o.Threads = threads
		again, _ := mustWrite(t, w.in, o)
		if diff := gocmp.Diff(files(t, w.dir), files(t, again)); diff != "" {
			t.Errorf("%d threads: %s", threads, diff)
		}
	}
}

// sameAfterABreak breaks a run off while files are written and goes on.
func sameAfterABreak(t *testing.T, w *written) {
	dir := t.TempDir()
	d, err := result.Claim(dir, result.Fresh)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	var calls atomic.Int64
	broken := w.in
	broken.Doc = func(id string) (string, string, bool) {
		if calls.Add(1) == 60 { // planning takes 20
			cancel()
		}
		return w.in.Doc(id)
	}
	o := w.o
	o.Threads = 1 // another thread could write the last rows after the break
	_, err = Write(ctx, d, "", broken, o, nil)
	if calls.Load() > 60 && err == nil {
		t.Error("a broken run ended well")
	}
	if err := d.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := write(t, dir, result.Resume, w.in, w.o); err != nil {
		t.Fatal(err)
	}
	if diff := gocmp.Diff(files(t, w.dir), files(t, dir)); diff != "" {
		t.Error(diff)
	}
}

// wrongRowsAreSeen damages a row of a file of every folder, behind a manifest that vouches for it.
func (c formatCase) wrongRowsAreSeen(t *testing.T, w *written) {
	manifest, err := os.ReadFile(filepath.Join(w.dir, ManifestName))
	if err != nil {
		t.Fatal(err)
	}
	d := &dataset{t, w.dir, w.m}
	tried := map[string]bool{}
	for _, s := range w.m.Shards {
		whole := d.read(s.Path)
		if tried[path.Dir(s.Path)] {
			continue
		}
		tried[path.Dir(s.Path)] = true
		wrong := c.damaged(t, s.Path, whole)
		if len(wrong) == 0 {
			t.Errorf("%s: nothing is tried", s.Path)
		}
		part := nightly.Stride(t, "wrong rows", 6)
		for i, note := range slices.Sorted(maps.Keys(wrong)) {
			if (i+len(s.Path))%part != 0 && len(wrong) >= part {
				continue
			}
			raw := wrong[note]
			d.forge(s.Path, raw, 0)
			d.check(note, s.Path, "")
		}
		d.write(s.Path, whole)
		d.write(ManifestName, manifest)
	}
}

// damaged returns files with as many rows, one of them wrong.
func (c formatCase) damaged(t *testing.T, name string, raw []byte) map[string][]byte {
	t.Helper()
	out := map[string][]byte{}
	switch path.Ext(name) {
	case ".parquet":
		return damagedTables(t, raw)
	case ".tfrecord":
		first := firstFrame(t, raw)
		lists, err := encoding.ParseExample(first[12 : len(first)-4])
		if err != nil {
			t.Fatal(err)
		}
		narrow := func(ids []int64) (out []int32) {
			for _, id := range ids {
				out = append(out, int32(id))
			}
			return out
		}
		query, doc := narrow(lists["query_ids"]), narrow(lists["doc_ids"])
		for note, example := range map[string][]byte{
			"a label of 7": encoding.AppendExample(nil, query, doc, 7),
			"no [SEP]":     encoding.AppendExample(nil, query, append(slices.Clone(doc), 5), 1),
			"a query without end": encoding.AppendExample(nil, slices.Concat(query[:len(query)-1], make([]int32, 100), query[len(query)-1:]), doc,
				1),
			"a document too large": encoding.AppendExample(nil, query, slices.Concat(make([]int32, 400), doc), 1),
		} {
			out[note] = append(encoding.AppendFrame(nil, example), raw[len(first):]...)
		}
		return out
	}
	lines := strings.SplitAfter(string(raw), "\n")
	at := min(2, len(lines)-2)
	line := strings.TrimSuffix(lines[at], "\n")
	with := func(note, wrong string) {
		changed := slices.Clone(lines)
		changed[at] = wrong + "\n"
		out[note+": "+wrong] = []byte(strings.Join(changed, ""))
	}
	switch path.Ext(name) {
	case ".tsv":
		fields := strings.Split(line, "\t")
		with("a field less", strings.Join(fields[1:], "\t"))
		with("an empty field", "\t"+strings.Join(fields[1:], "\t"))
	case ".csv":
		with("a field less", line[:strings.LastIndexByte(line, ',')])
	case ".txt":
		with("half a line", line[:len(line)/2])
	default:
		var members map[string]json.RawMessage
		if err := json.Unmarshal([]byte(line), &members); err != nil {
			t.Fatal(err)
		}
		for member, value := range members {
			for note, other := range map[string]string{"no " + member: "", "another " + member: "{}"} {
				if delete(members, member); other != "" {
					members[member] = json.RawMessage(other)
				}
				with(note, encoding.MustJSON(members))
			}
			members[member] = value
		}
	}
	if c.bad != nil && !strings.HasSuffix(path.Dir(name), "-meta") && !strings.HasSuffix(path.Dir(name), "-corpus") {
		for _, wrong := range c.bad(line) {
			if wrong == line {
				t.Errorf("%s: %s is as it was", name, line)
			}
			with("a bad line", wrong)
		}
	}
	return out
}

// damagedTables returns tables in which one row lacks the value of a column, has another label or other segments.
func damagedTables(t *testing.T, raw []byte) map[string][]byte {
	t.Helper()
	file, err := parquet.OpenFile(bytes.NewReader(raw), int64(len(raw)))
	if err != nil {
		t.Fatal(err)
	}
	rows := make([]parquet.Row, file.NumRows())
	in := parquet.NewReader(file)
	defer in.Close()
	if n, _ := in.ReadRows(rows); n != len(rows) {
		t.Fatalf("%d rows of %d", n, len(rows))
	}
	out := map[string][]byte{}
	with := func(note string, change func(v parquet.Value) (parquet.Value, bool)) {
		changed := slices.Clone(rows)
		changed[0] = nil
		for _, v := range rows[0] {
			if v, ok := change(v); ok {
				changed[0] = append(changed[0], v)
			}
		}
		var b bytes.Buffer
		features, _ := file.Lookup("huggingface")
		w := parquet.NewWriter(&b, file.Schema(), parquet.KeyValueMetadata("huggingface", features))
		if _, err := w.WriteRows(changed); err != nil {
			t.Fatal(err)
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		out[note] = b.Bytes()
	}
	for i, column := range file.Schema().Columns() {
		of := func(v parquet.Value) bool { return v.Column() == i }
		if column[0] != "axiom" && strings.Contains("pos_grade neg_grade pos_rank neg_rank pos_score neg_score", column[0]) {
			continue
		}
		with("no "+column[0], func(v parquet.Value) (parquet.Value, bool) {
			if !of(v) {
				return v, true
			}
			return parquet.NullValue().Level(0, 0, i), v.RepetitionLevel() == 0
		})
		if column[0] == "label" {
			with("another label", func(v parquet.Value) (parquet.Value, bool) {
				if of(v) && v.Kind() == parquet.Float {
					return parquet.FloatValue(-1).Level(0, 1, i), true
				} else if of(v) {
					return parquet.Int64Value(-1).Level(0, 1, i), true
				}
				return v, true
			})
		}
		if column[0] == "token_type_ids" {
			with("one segment", func(v parquet.Value) (parquet.Value, bool) {
				if of(v) {
					return parquet.Int32Value(0).Level(v.RepetitionLevel(), v.DefinitionLevel(), i), true
				}
				return v, true
			})
		}
	}
	return out
}

// weight checks the weight of a row of several pairs, which is the mean of theirs.
func (w *written) weight(task, query, pos string, negs []string, got float64) {
	w.t.Helper()
	mean, different := 0.0, slices.Compact(slices.Sorted(slices.Values(negs)))
	for _, neg := range different {
		mean += w.weights[pairKey(task, query, pos, neg)] / float64(len(different))
	}
	if diff := mean - got; diff > 1e-6 || diff < -1e-6 {
		w.t.Errorf("%s: %s above %v for %s has the weight %v, not %v", task, pos, different, query, got, mean)
	}
}

// each reads the rows of a folder of every pairwise task.
func (w *written) each(folder string, read func(task, folder string)) {
	for _, task := range []string{"pairwise", "ranking"} {
		if matches, _ := filepath.Glob(filepath.Join(w.dir, folder+"-"+task)); len(matches) > 0 {
			read(task, folder+"-"+task)
		}
	}
}

// objectsOf reads the JSON lines of a folder's training split.
func objectsOf[T any](w *written, folder string) (rows []T) {
	w.t.Helper()
	for _, line := range linesOf(w.t, w.dir, folder, "train") {
		rows = append(rows, objectOf[T](w, line))
	}
	return rows
}

func objectOf[T any](w *written, line string) (row T) {
	w.t.Helper()
	if err := json.Unmarshal([]byte(line), &row); err != nil {
		w.t.Fatal(err)
	}
	return row
}

// named are the files of a pattern.
func (w *written) named(pattern string) []string {
	w.t.Helper()
	names, err := filepath.Glob(filepath.Join(w.dir, pattern))
	if err != nil || len(names) == 0 {
		w.t.Fatalf("no %s: %v", pattern, err)
	}
	return names
}

// commas are the lines of a CSV, cut.
func (w *written) commas(name string) [][]string {
	w.t.Helper()
	file, err := os.Open(name)
	if err != nil {
		w.t.Fatal(err)
	}
	defer file.Close()
	lines, err := csv.NewReader(file).ReadAll()
	if err != nil {
		w.t.Fatal(err)
	}
	return lines
}

// pieces are those of ids, as the vocabulary has them.
func (w *written) pieces(ids []int32) string {
	out := make([]string, len(ids))
	for i, id := range ids {
		out[i] = w.in.Tokenizer.Vocab().Piece(id)
	}
	return strings.Join(out, " ")
}

// segments cuts [CLS] a [SEP] b [SEP] into a and b.
func (w *written) segments(ids []int32) (texts []string) {
	rest := strings.TrimPrefix(w.pieces(ids), "[CLS] ")
	for rest != "" {
		text, after, ok := strings.Cut(rest, "[SEP]")
		if !ok {
			w.t.Fatalf("%q does not end in [SEP]", rest)
		}
		texts, rest = append(texts, strings.TrimSpace(text)), strings.TrimPrefix(after, " ")
	}
	return texts
}

// The forms in which rows state that a document ranks above another.
var (
	asPreference = func(says claim) []claim { return []claim{says} }
	asPoints     = func(says claim) []claim {
		pos, neg := says, says
		pos.Second, neg.First, neg.Second, pos.Label, neg.Label = "", says.Second, "", "1", "0"
		return []claim{pos, neg}
	}
	asOrders = func(says claim) []claim {
		pos, neg := says, says
		neg.First, neg.Second, pos.Label, neg.Label = says.Second, says.First, "1", "0"
		return []claim{pos, neg}
	}
)

// The forms of texts.
var (
	wholeText = func(_ *written, text string) string { return text }
	flatText  = func(_ *written, text string) string { return oneLine(text) }
	inPieces  = func(w *written, text string) string { return w.pieces(w.in.Tokenizer.Encode(text)) }
)

func number[N int64 | float32 | int](n N) string { return fmt.Sprint(n) }
