package plan

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/axiomine/axiomine/internal/testkit/must"
	"github.com/axiomine/axiomine/tokenize/pairs"
)

// usual are options under which nothing is wrong.
func usual() Options {
	return Options{ShardBytes: 1 << 20, MaxLength: 64, MaxQueryLength: 16, Pointwise: Majority, Layout: LayoutB, Threads: 1}
}

// texts are those of documents whose text is not their id.
var texts = map[string]string{"empty": " \n", "A": "a", "tab": "x\ty", "none": "",
	// Two texts of one pairs.FoldHash, as anyone can find after a million tries.
	"one":    "whales breathe air through a holales eat krill and little else all summer long in the sea.",
	"unlike": "jflrxzuureathe air through a holcvyu040w krill and little else all summer long in the sea."}

// pairsOf reads pairs: QUERY POSITIVE>NEGATIVE, of axiom tfc1. Words behind them are judged, relevant (both), class, task=NAME, weight=X.
func pairsOf(lines ...string) *pairs.Table {
	var list []pairs.Pair
	for i, line := range lines {
		words := strings.Fields(line)
		p := pairs.Pair{UID: fmt.Sprint(i), Task: "ranking", Axiom: "tfc1", QueryID: words[0], Source: pairs.Axiomatic, PosLabel: 1, Weight: 1,
			Margin: 1}
		p.PosID, p.NegID, _ = strings.Cut(words[1], ">")
		for _, word := range words[2:] {
			key, value, _ := strings.Cut(word, "=")
			switch key {
			case "judged":
				p.Axiom, p.Source, p.PosLabel = "", pairs.Judged, 2
			case "relevant":
				p.Axiom, p.Source, p.PosLabel, p.NegLabel = "", pairs.Judged, 2, 2
			case "class":
				p.Class = new(int32)
			case "task":
				p.Task = value
			case "weight":
				if _, err := fmt.Sscan(value, &p.Weight); err != nil {
					panic(err)
				}
			}
		}
		list = append(list, p)
	}
	return pairs.TableOf(list)
}

// input returns the input of splits. A text is its id, unless texts has another one; ids that begin with ? are unknown.
func input(splits ...Split) Input {
	find := func(id string) (string, bool) {
		text, ok := texts[id]
		if !ok {
			text = id
		}
		return text, !strings.HasPrefix(id, "?")
	}
	return Input{Splits: splits, Query: find, Doc: func(id string) (title, text string, ok bool) {
		text, ok = find(id)
		return "", text, ok
	}}
}

// built returns the plan of an input.
func built(t *testing.T, in Input, o Options, needs Needs) *Plan {
	t.Helper()
	return must.Get(New(t.Context(), in, o, needs, nil, func(*pairs.Pair, string) {}, nil))(t)
}

// rowsText writes rows: QUERY POSITIVE>NEGATIVE.
func rowsText(rows Items[Row]) (list []string) {
	for r := range rows.Each {
		list = append(list, r.QueryID+" "+r.PosID+">"+r.NegID)
	}
	return list
}

// TestTextsOfOneHash: other texts are other texts, whatever hash they have.
func TestTextsOfOneHash(t *testing.T) {
	one, _ := pairs.FoldHash(texts["one"], nil)
	if other, _ := pairs.FoldHash(texts["unlike"], nil); one != other {
		t.Fatal("two hashes")
	}
	lines := []string{"q one>b", "q b>unlike", "q a>one", "q one>unlike"}
	p := built(t, input(Split{Name: "train", Pairs: pairsOf(lines[0]+" judged", lines[1], lines[2], lines[3])}), usual(), Needs{})
	if got := rowsText(p.All()[0].Items); !slices.Equal(got, []string{lines[0], lines[1], lines[3]}) {
		t.Errorf("%q", got)
	}
}

// TestSift: rows with an empty text are dropped, and those whose negative has the text of a judged positive of the query. A has the text of
// a. Rows of classes have no negative, and a relevant one of a lower grade is a positive of other rows.
func TestSift(t *testing.T) {
	train := pairsOf("q a>b judged", "q c>A", "r c>A", "q d>a relevant", "q a>A judged", "q e>e", "empty a>b", "q empty>b", "q a>empty",
		"q c>none", "q a>A class", "q b>c")
	var dropped []string
	p, err := New(t.Context(), input(Split{Name: "train", Pairs: train}), usual(), Needs{}, nil, func(p *pairs.Pair, reason string) {
		dropped = append(dropped, p.Axiom+" "+reason) // the pair is brief: it has no ids
	}, nil)
	must.Do(t, err)
	want := []string{"tfc1 same_text", " same_text", "tfc1 same_text", "tfc1 empty_text", "tfc1 empty_text", "tfc1 empty_text",
		"tfc1 empty_text"}
	if !slices.Equal(dropped, want) {
		t.Errorf("dropped %q, want %q", dropped, want)
	}
	if got, want := rowsText(p.All()[0].Items), []string{"q a>b", "r c>A", "q d>a", "q a>A", "q b>c"}; !slices.Equal(got, want) {
		t.Errorf("rows %q, want %q", got, want)
	}
}

// TestTasks: tasks stand in the order of their first rows, each with the rows of every split; labels that are taken get a number.
func TestTasks(t *testing.T) {
	in := input(Split{Name: "train", Pairs: pairsOf("q a>b judged", "q a>c task=reg class", "q a>d weight=2", "q b>c task=x&y", "q c>d")},
		Split{Name: "test", Pairs: pairsOf("q e>e")}, Split{Name: "dev", Pairs: pairsOf("q a>b task=reg class")})
	p := must.Get(New(t.Context(), in, usual(), Needs{}, []string{"ranking"}, func(*pairs.Pair, string) {}, nil))(t)
	var got []string
	for _, task := range p.Tasks {
		text := fmt.Sprintf("%s %s %t:", task.name, task.Label, task.Classes)
		for _, v := range task.Views {
			text += " " + v.Split + " " + strings.Join(rowsText(v.Items), ", ")
		}
		got = append(got, text)
	}
	want := []string{"ranking ranking-2 false: train q a>b, q a>d, q c>d", "reg reg true: train q a>c validation q a>b",
		"x&y x-with-y false: train q b>c"}
	if !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	if !maps.Equal(p.Mixture, map[string]int{"ranking": 3, "reg": 2, "x&y": 1}) || p.Weighted != 1 || p.Counts["splits without pairs"] != 1 {
		t.Errorf("mixture %v, %d weighted, %v", p.Mixture, p.Weighted, p.Counts)
	}
	wantRows := []Rows{{"train", "ranking", "", 1}, {"train", "ranking", "tfc1", 2}, {"train", "reg", "tfc1", 1}, {"train", "x&y", "tfc1", 1},
		{"validation", "reg", "tfc1", 1}}
	if sorted := slices.SortedFunc(slices.Values(p.Rows), func(a, b Rows) int {
		return strings.Compare(a.Split+a.Task+a.Axiom, b.Split+b.Task+b.Axiom)
	}); !slices.Equal(sorted, wantRows) {
		t.Errorf("rows %v, want %v", p.Rows, wantRows)
	}
	var configs []string
	p.PairwiseTasks("pairs", func(_ Task, config string) { configs = append(configs, config) })
	if !slices.Equal(configs, []string{"pairs-ranking-2", "pairs-x-with-y"}) {
		t.Errorf("configs %q", configs)
	}
	configs = nil
	one := built(t, input(Split{Name: "train", Pairs: pairsOf("q a>b")}), usual(), Needs{})
	one.PairwiseTasks("pairs", func(_ Task, config string) { configs = append(configs, config) })
	if !slices.Equal(configs, []string{"pairs"}) {
		t.Errorf("of one task: %q", configs)
	}
	if views := p.Views(func(r Row) bool { return r.Weight == 2 }); len(views) != 1 || views[0].Items.N != 1 || ItemsOf(p.All()) != 6 {
		t.Errorf("%d views, %d rows in all", len(views), ItemsOf(p.All()))
	}
	if TaskLabel("x&y", map[string]bool{}) != "x-with-y" {
		t.Error("the label of the test is another one")
	}
}

// groupText writes a group: its positive, its own negatives, those that fill it, and those of its positive's other groups.
func groupText(g Group) string {
	var own, more, again []string
	for i := range g.Different() {
		switch id := g.Row(i).NegID; {
		case i < int(g.N):
			own = append(own, id)
		case i < g.Size():
			more = append(more, id)
		default:
			again = append(again, id)
		}
	}
	return fmt.Sprintf("%s>%s|%s|%s", g.Row(0).PosID, strings.Join(own, " "), strings.Join(more, " "), strings.Join(again, " "))
}

// TestGroups by hand: p has a, b, a again and c; r has d. Groups of two negatives are a b and a c. Of three they are a b c and a,
// which the spare e fills, and b of the first group. r's group has d and the spares f and g.
func TestGroups(t *testing.T) {
	train := Split{Name: "train", Pairs: pairsOf("q p>a", "q r>d weight=3", "q p>b", "q p>a", "q p>c"),
		Spares: pairsOf("q r>f", "q p>e", "q p>a", "q r>g", "q s>h", "q p>x task=other")}
	for _, c := range []struct {
		n      int
		fixed  []string
		counts Groups // of fixed groups: groups, filled, short
		upTo   int    // groups that are not fixed
	}{
		{2, []string{"p>a b||", "r>d|f|", "p>a c||"}, Groups{Groups: 3, Filled: 1}, 3},
		{3, []string{"p>a b c||", "r>d|f g|", "p>a|e|b"}, Groups{Groups: 3, Filled: 2}, 3},
		{4, []string{"p>a b c|e|", "r>d|f g|", "p>a|e|b c"}, Groups{Groups: 3, Filled: 3, Short: 1}, 3},
		{9, []string{"p>a b c|e|", "r>d|f g|", "p>a|e|b c"}, Groups{Groups: 3, Filled: 3, Short: 3}, 3},
	} {
		p := built(t, input(train), usual(), Needs{Groups: true})
		var got []string
		views := p.SizedGroups("format", p.Tasks[0], c.n, true)
		must.Equal(t, len(views), 1, "%d: views", c.n)
		for _, v := range views {
			for g := range v.Items.Each {
				got = append(got, groupText(g))
				if g.Row(g.Different()).NegID != g.Row(0).NegID {
					t.Errorf("%s does not begin again", groupText(g))
				}
			}
		}
		if !slices.Equal(got, c.fixed) {
			t.Errorf("%d: %q, want %q", c.n, got, c.fixed)
		}
		c.counts.Format, c.counts.Task, c.counts.Split, c.counts.Negatives, c.counts.Fate = "format", "ranking", "train", c.n, shortRepeat
		must.Equal(t, p.GroupCounts[0], c.counts, "%d", c.n)
		if n := ItemsOf(p.SizedGroups("format", p.Tasks[0], c.n, false)); n != c.upTo {
			t.Errorf("%d: %d groups of up to so many, want %d", c.n, n, c.upTo)
		}
		if n := p.Notes["negatives repeated to fill groups of format"]; n != map[int]int{4: 1, 9: 16}[c.n] {
			t.Errorf("%d: %d negatives are repeated", c.n, n)
		}
	}
	p := built(t, input(train), usual(), Needs{Groups: true})
	group := p.SizedGroups("format", p.Tasks[0], 2, true)[0].Items.Item(1) // r>d|f|
	if weight, margin := group.Loss(2); weight != 2 || margin != 1 {       // of 3 and 1
		t.Errorf("weight %v, margin %v", weight, margin)
	}
	const said = "1 of 3 groups of train hold fewer than 4 different negatives: they repeat theirs"
	must.Equal(t, (Groups{Split: "train", Negatives: 4, Groups: 3, Short: 1, Fate: shortRepeat}).String(), said)
}

// TestGroupsHoldEachRow: each row of the plan is in one group of its positive as its own; no two negatives of a group have one text, and a group has no
// more than were asked for. A short group lacks what nobody has: of its positive no other text is left, in rows or spares.
func TestGroupsHoldEachRow(t *testing.T) {
	pair := rapid.Custom(func(t *rapid.T) string {
		return rapid.SampledFrom([]string{"q", "r"}).Draw(t, "query") + " " + rapid.SampledFrom([]string{"p", "s"}).Draw(t, "positive") + ">" +
			rapid.SampledFrom([]string{"a", "A", "b", "c", "d", "e"}).Draw(t, "negative")
	})
	rapid.Check(t, func(rt *rapid.T) {
		rows, spares := rapid.SliceOfN(pair, 1, 14).Draw(rt, "rows"), rapid.SliceOfN(pair, 0, 5).Draw(rt, "spares")
		n := rapid.IntRange(1, 5).Draw(rt, "negatives")
		in := input(Split{Name: "train", Pairs: pairsOf(rows...), Spares: pairsOf(spares...)})
		p := must.Get(New(t.Context(), in, usual(), Needs{Groups: true}, nil, func(*pairs.Pair, string) {}, nil))(rt)
		var own []string
		for _, v := range p.SizedGroups("format", p.Tasks[0], n, true) {
			for g := range v.Items.Each {
				if g.Different() > n {
					rt.Fatalf("%s has more than %d", groupText(g), n)
				}
				inGroup := map[string]bool{}
				for i := range g.Different() {
					r := g.Row(i)
					text := strings.ToLower(r.NegID)
					if inGroup[text] || r.PosID != g.Row(0).PosID || r.QueryID != g.Row(0).QueryID {
						rt.Fatalf("%s holds %s>%s of %s", groupText(g), r.PosID, r.NegID, r.QueryID)
					}
					inGroup[text] = true
					if i < int(g.N) {
						own = append(own, r.QueryID+" "+r.PosID+">"+r.NegID)
					}
				}
				for _, line := range slices.Concat(rows, spares) {
					rest, has := strings.CutPrefix(line, g.Row(0).QueryID+" "+g.Row(0).PosID+">")
					if has && g.Different() < n && !inGroup[strings.ToLower(rest)] {
						rt.Fatalf("%s has room for %s", groupText(g), rest)
					}
				}
			}
		}
		slices.Sort(own)
		if want := slices.Sorted(slices.Values(rowsText(p.All()[0].Items))); !slices.Equal(own, want) {
			rt.Fatalf("groups have %q, want %q", own, want)
		}
	})
}

// TestPointwise by hand: a is preferred to b and b to c, so that b has both labels. The larger weight decides, then the number of judged
// pairs; equal ones leave the input out. A soft label is the share of the weight that prefers it.
func TestPointwise(t *testing.T) {
	labels := func(how string, whole bool, lines ...string) (list []string, left int, account Pointwise) {
		o := usual()
		o.Pointwise = how
		p := built(t, input(Split{Name: "train", Pairs: pairsOf(lines...)}), o, Needs{})
		pt := p.Points("folder", p.Pairwise, TextInput(p.Store), whole)
		n := 0
		for r := range p.Pairwise[0].Items.Each {
			pt.Each(r, func(doc uint32, id string, label float64) {
				list = append(list, fmt.Sprintf("%s %s=%g", r.QueryID, id, label))
			})
			n += pt.Rows(r)
		}
		if n != len(list) {
			t.Errorf("%s: %d rows, and %d are told", how, len(list), n)
		}
		return list, p.Notes["pointwise rows against most of their input's pairs left out of folder"], p.Pointwise[0]
	}
	for _, c := range []struct {
		how   string
		whole bool
		lines []string
		want  string
		left  int
	}{
		{Keep, false, []string{"q a>b", "q b>c"}, "q a=1, q b=0, q b=1, q c=0", 0},
		{Majority, false, []string{"q a>b", "q b>c"}, "q a=1, q c=0", 2},
		{Majority, false, []string{"q a>b", "q b>c weight=2"}, "q a=1, q b=1, q c=0", 1},
		{Majority, false, []string{"q a>b judged", "q b>c"}, "q a=1, q b=0, q c=0", 1},
		{Majority, true, []string{"q a>b judged", "q b>c"}, "q a=1, q b=0", 2}, // both rows of a pair, or none
		{Majority, false, []string{"q a>b", "r b>c"}, "q a=1, q b=0, r b=1, r c=0", 0},
		{Majority, false, []string{"q x>a", "q A>c"}, "q x=1, q c=0", 2}, // by their texts
		{Majority, false, []string{"q a>b relevant", "q b>c judged"}, "q a=1, q b=1, q b=1, q c=0", 0},
		{Majority, false, []string{"q a>b relevant", "q c>b"}, "q a=1, q b=1, q c=1", 1},
		{Soft, false, []string{"q a>b", "q b>c weight=3"}, "q a=1, q b=0.75, q b=0.75, q c=0", 0},
		{Once, false, []string{"q a>b", "q a>c", "q b>c weight=2"}, "q a=1, q c=0, q b=1", 1},
	} {
		got, left, _ := labels(c.how, c.whole, c.lines...)
		if text := strings.Join(got, ", "); text != c.want || left != c.left {
			t.Errorf("%s, whole %t, %q: %s, %d left out; want %s, %d", c.how, c.whole, c.lines, text, left, c.want, c.left)
		}
	}
	// the inputs are a, b and x with the label 1, and b, c, A and d with 0, of which b and a (the text of A) have both
	_, _, account := labels(Majority, false, "q a>b", "q b>c", "q x>A", "q a>d")
	must.Equal(t, account, (Pointwise{Folder: "folder", Split: "train", Inputs: 5, BothSides: 2, Fate: Majority, Rows: 5, Axiomatic: 5}))
}

// TestJudgementsDecide: by hand. A has the text of a, which no pair names. A judgement of a text under any id leaves out the pairs of axioms
// that have a row with the other label, but for majority and keep; one that is not in use, or of another query, leaves none out.
func TestJudgementsDecide(t *testing.T) {
	lines := []string{"q A>b", "q c>d", "q c>e", "q x>d judged"}
	for _, c := range []struct {
		how        string
		whole      bool
		judgements []Judgement
		want       string
		out, axiom int
	}{
		{Once, false, []Judgement{{"q", "a", false, true, ""}}, "c=1, d=0, e=0, x=1", 1, 3},
		{Once, false, []Judgement{{"q", "a", false, true, ""}, {"q", "d", true, true, ""}}, "c=1, e=0, x=1, d=0", 2, 2},
		{Once, false, []Judgement{{"q", "d", false, true, ""}, {"q", "c", true, true, ""}}, "A=1, b=0, c=1, d=0, e=0, x=1", 0, 3},
		{Once, false, []Judgement{{"q", "a", false, false, ""}, {"r", "a", false, true, ""}, {"q", "?", false, true, ""}},
			"A=1, b=0, c=1, d=0, e=0, x=1", 0, 5},
		{Once, true, []Judgement{{"q", "c", false, true, ""}}, "A=1, b=0, x=1, d=0", 2, 2},
		{Soft, false, []Judgement{{"q", "a", false, true, ""}}, "c=1, d=0, c=1, e=0, x=1, d=0", 1, 4},
		{Majority, true, []Judgement{{"q", "a", false, true, ""}}, "A=1, b=0, c=1, d=0, c=1, e=0, x=1, d=0", 0, 6},
		{Once, false, nil, "A=1, b=0, c=1, d=0, e=0, x=1", 0, 5}, // what pairs state: x is relevant
	} {
		in, o := input(Split{Name: "train", Pairs: pairsOf(lines...)}), usual()
		if o.Pointwise = c.how; c.judgements != nil {
			in.Judgements = slices.Values(c.judgements)
		}
		p := built(t, in, o, Needs{})
		pt := p.Points("folder", p.Pairwise, TextInput(p.Store), c.whole)
		var list []string
		for r := range p.Pairwise[0].Items.Each {
			pt.Each(r, func(_ uint32, id string, label float64) { list = append(list, fmt.Sprintf("%s=%g", id, label)) })
		}
		about := p.Pointwise[0]
		if got := strings.Join(list, ", "); got != c.want || about.Contradicted != c.out || about.Axiomatic != c.axiom || about.Rows != len(list) {
			t.Errorf("%s, whole %t, %v: %s, %+v; want %s, %d out, %d of axioms", c.how, c.whole, c.judgements, got, about, c.want, c.out, c.axiom)
		}
	}
}

// TestPointwiseBySplit: by hand. Inputs of the first split have one label each; in the second b has both, and in the third one input is
// told once. Labels of one split decide no row of another.
func TestPointwiseBySplit(t *testing.T) {
	for how, want := range map[string]string{Majority: "q a=1, q b=0; q a=1, q c=0; q b=1, q c=0, q b=1, q c=0",
		Once: "q a=1, q b=0; q a=1, q c=0; q b=1, q c=0"} {
		o := usual()
		o.Pointwise = how
		p := built(t, input(Split{Name: "train", Pairs: pairsOf("q a>b")}, Split{Name: "dev", Pairs: pairsOf("q a>b", "q b>c")},
			Split{Name: "test", Pairs: pairsOf("q b>c", "q b>c")}), o, Needs{})
		pt := p.Points("folder", p.Pairwise, TextInput(p.Store), false)
		var splits []string
		for _, v := range p.Pairwise {
			var list []string
			for r := range v.Items.Each {
				pt.Each(r, func(_ uint32, id string, label float64) {
					list = append(list, fmt.Sprintf("%s %s=%g", r.QueryID, id, label))
				})
			}
			splits = append(splits, strings.Join(list, ", "))
		}
		again := p.Notes["pointwise rows whose input an earlier row has left out of folder"]
		if want := map[string]int{Once: 2}[how]; again != want { // those of the last row
			t.Errorf("%s: %d rows are told before, want %d", how, again, want)
		}
		left := p.Notes["pointwise rows against most of their input's pairs left out of folder"]
		if got := strings.Join(splits, "; "); got != want || left != 2 {
			t.Errorf("%s: %s, %d left out; want %s, and two", how, got, left, want)
		}
	}
}

// TestTeacher: pairs without two scores are left out, and so are those that the scores contradict.
func TestTeacher(t *testing.T) {
	scores := map[string]float64{"a": 3, "b": 1, "c": 2, "d": 5, "e": 2}
	want := []string{"q a>b 3 1", "q c>b 2 1", "q c>e 2 2"}
	in := input(Split{Name: "train", Pairs: pairsOf("q a>b", "q b>c", "q a>x", "r x>d", "q c>b", "q c>e")})
	in.Teacher = &Teacher{Score: func(_, doc string) (float64, bool) { s, ok := scores[doc]; return s, ok }}
	p := built(t, in, usual(), Needs{})
	task := p.TaskWithScores("format", p.Tasks[0])
	var got []string
	for r := range task.Views[0].Items.Each {
		pos, neg := p.TaughtScores(r)
		got = append(got, fmt.Sprintf("%s %s>%s %g %g", r.QueryID, r.PosID, r.NegID, pos, neg))
	}
	if n := p.Notes["pairs that the scores contradict left out of format"]; n != 1 {
		t.Errorf("%d pairs are left out", n)
	}
	if !slices.Equal(got, want) || p.Notes["pairs without two scores left out of format"] != 2 ||
		p.Conflicts[0] != (Conflicts{"format", "ranking", "train", 4, 1}) || task.Label == p.Tasks[0].Label {
		t.Errorf("%q, %v, %+v, want %q", got, p.Notes, p.Conflicts, want)
	}
	in = input(Split{Name: "train", Pairs: pairsOf("q c>b"), Spares: pairsOf("q c>d", "q c>x", "q c>a", "q c>y")})
	in.Teacher = &Teacher{Score: func(_, doc string) (float64, bool) {
		s, ok := map[string]float64{"b": 1, "c": 2, "d": 5, "y": 0}[doc]
		return s, ok
	}}
	p = built(t, in, usual(), Needs{Groups: true})
	group := p.SizedGroups("format", p.TaskWithScores("format", p.Tasks[0]), 4, false)[0].Items.Item(0)
	if got, want := groupText(group), "c>b|y|"; got != want { // x and a have no scores, and those of d contradict the pair
		t.Errorf("%s, want %s", got, want)
	}
	own := built(t, input(Split{Name: "train", Pairs: pairsOf("q a>b")}), usual(), Needs{})
	if task := own.TaskWithScores("format", own.Tasks[0]); len(task.Views) != 0 { // the pair has no scores of its own
		t.Errorf("%d views", len(task.Views))
	}
	const said = "the scores contradict 1 of 2 pairs of train: they are left out"
	must.Equal(t, (Conflicts{Split: "train", Pairs: 2, Conflicts: 1}).String(), said)
}

// TestCandidates: the candidates of the wanted splits with their ranks; an empty document takes no place, and a query of nothing has none.
func TestCandidates(t *testing.T) {
	rankings := []Ranking{{"dev", "q", []RankedDoc{{"a", true}, {"empty", false}, {"b", false}}}, {"dev", "empty", []RankedDoc{{"a", false}}},
		{"test", "r", []RankedDoc{{"c", false}}}, {"dev", "s", []RankedDoc{{"d", true}}}}
	for wanted, want := range map[string]string{
		CandidatesDev:  "validation: q a 1 1, q b 2 0, s d 1 1",
		CandidatesTest: "test: r c 1 0",
		CandidatesAll:  "validation: q a 1 1, q b 2 0, s d 1 1; test: r c 1 0",
		"":             "",
	} {
		o := usual()
		o.Candidates = wanted
		in := input(Split{Name: "train", Pairs: pairsOf("q a>x")})
		in.Rankings = rankings
		p := built(t, in, o, Needs{Rankings: true})
		var parts []string
		for _, v := range p.Candidates {
			var list []string
			for c := range v.Items.Each {
				list = append(list, fmt.Sprintf("%s %s %d %d", c.QueryID, c.DocID, c.Rank, c.Label()))
			}
			parts = append(parts, v.Split+": "+strings.Join(list, ", "))
		}
		if got := strings.Join(parts, "; "); got != want {
			t.Errorf("%s: %s, want %s", wanted, got, want)
		}
		empty := map[string]int{CandidatesDev: 2, CandidatesAll: 2}[wanted] // an empty document, and one of an empty query
		if n := p.Notes["candidates with an empty text left out"]; n != empty {
			t.Errorf("%s: %d candidates are left out, want %d", wanted, n, empty)
		}
	}
}

// TestRefused: what cannot be planned, each with its reason.
func TestRefused(t *testing.T) {
	one := Split{Name: "train", Pairs: pairsOf("q a>b")}
	ranked := input(one)
	ranked.Rankings = []Ranking{{"", "q", []RankedDoc{{"a", true}}}}
	for name, c := range map[string]struct {
		in    Input
		needs Needs
		want  string
	}{
		"no vocabulary": {input(one), Needs{IDs: IDsAlways}, "need a vocabulary"},
		"no lists":      {input(one), Needs{Lists: true}, "only pairs are here"},
		"no split":      {input(Split{Pairs: one.Pairs}), Needs{}, "a split has no name"},
		"no list":       {ranked, Needs{Rankings: true}, "a split has no name"},
		"a split twice": {input(Split{Name: "dev", Pairs: one.Pairs}, Split{Name: "validation", Pairs: one.Pairs}), Needs{},
			"both written as validation"},
		"no pairs":      {input(Split{Name: "train", Pairs: pairsOf("q a>A judged")}), Needs{}, "no pairs to write"},
		"query unknown": {input(Split{Name: "train", Pairs: pairsOf("?q a>b")}), Needs{}, `a query "?q" that is not there`},
		"document so":   {input(Split{Name: "train", Pairs: pairsOf("q a>?b")}), Needs{}, `a document "?b" that is not there`},
	} {
		_, err := New(t.Context(), c.in, usual(), c.needs, nil, func(*pairs.Pair, string) {}, nil)
		must.Fail(t, err, c.want, "%s", name)
	}
}

// TestFaults: each wrong option is named, and all of them at once.
func TestFaults(t *testing.T) {
	if faults := usual().Faults(); len(faults) > 0 {
		t.Fatalf("%q", faults)
	}
	var all Options
	for want, edit := range map[string]func(o *Options){
		"shard_rows: -1": func(o *Options) { o.ShardRows = -1 }, "shard_bytes: 0": func(o *Options) { o.ShardBytes = 0 },
		"max_query_length: 2": func(o *Options) { o.MaxQueryLength = 2 }, "max_length: 17": func(o *Options) { o.MaxLength = 17 },
		"group_size: 1 ": func(o *Options) { o.GroupSize = 1 }, "group_size: 1025": func(o *Options) { o.GroupSize = 1025 },
		"pointwise: \"x\"": func(o *Options) { o.Pointwise = "x" }, "layout: \"x\"": func(o *Options) { o.Layout = "x" },
		"layout A has the query twice": func(o *Options) { o.Layout, o.MaxLength = LayoutA, threeExtra+2*14+1 },
		"candidates: \"x\"":            func(o *Options) { o.Candidates = "x" },
		"spread_queries: 1 ":           func(o *Options) { o.SpreadQueries = 1 },
		"spread_queries: 4097":         func(o *Options) { o.SpreadQueries = 4097 },
		"readers: -1":                  func(o *Options) { o.Readers = -1 }, "threads: -1": func(o *Options) { o.Threads = -1 },
		"both divide a split":              func(o *Options) { o.Readers, o.ShardRows = 2, 10 },
		"no multiple of spread_queries, 4": func(o *Options) { o.SpreadQueries, o.ShardRows = 4, 10 },
		"no multiple of spread_queries, 2": func(o *Options) { o.SpreadQueries, o.ShardRows = 2, 9 },
	} {
		o := usual()
		edit(&o)
		if faults := o.Faults(); len(faults) != 1 || !strings.Contains(faults[0], want) {
			t.Errorf("%q, want %q", faults, want)
		}
	}
	exact := usual() // layout A with the query twice: [CLS], two [SEP], twice 14 pieces, and one of each document
	if exact.Layout, exact.MaxLength = LayoutA, 3+2*14+2; len(exact.Faults()) > 0 {
		t.Errorf("%q of a length that suffices", exact.Faults())
	}
	for name, edit := range map[string]func(o *Options){ // each at its limit
		"short query": func(o *Options) { o.MaxQueryLength = MinQueryLength }, "document": func(o *Options) { o.MaxLength = 16 + minBehindQuery },
		"small group": func(o *Options) { o.GroupSize = 2 }, "large group": func(o *Options) { o.GroupSize = 1024 },
		"small batch": func(o *Options) { o.SpreadQueries = 2 }, "large batch": func(o *Options) { o.SpreadQueries = 4096 },
		"a byte": func(o *Options) { o.ShardBytes = 1 }, "rows alone": func(o *Options) { o.ShardBytes, o.ShardRows = 0, 1 },
	} {
		o := usual()
		if edit(&o); len(o.Faults()) > 0 {
			t.Errorf("%s: %q", name, o.Faults())
		}
	}
	if faults := all.Faults(); len(faults) != 5 {
		t.Errorf("of no options: %q", faults)
	}
}

// TestNeeds: what a format cannot fulfil, and what two formats need together.
func TestNeeds(t *testing.T) {
	o := usual()
	o.Pointwise, o.MaxLength = Soft, 20
	n := Needs{PairIDs: 5, HardLabels: func(Options) bool { return true }}
	if faults := n.Faults("name", o); len(faults) != 2 || !strings.Contains(faults[0], "needs 21 for a query of 16") {
		t.Errorf("%q", faults)
	}
	if faults := (Needs{PairIDs: 1}).Faults("name", Options{MaxLength: 16, MaxQueryLength: 16}); len(faults) != 1 {
		t.Errorf("%q of a length without room for one more", faults)
	}
	if faults := (Needs{}).Faults("name", Options{MaxLength: 15, MaxQueryLength: 16}); len(faults) > 0 {
		t.Errorf("%q of a format without two documents", faults)
	}
	if faults := (Needs{PairIDs: 4}).Faults("name", o); len(faults) > 0 {
		t.Errorf("%q", faults)
	}
	if faults := n.Faults("name", usual()); len(faults) > 0 {
		t.Errorf("%q", faults)
	}
	union := Needs{IDs: IDsAlways, Flat: true, Rankings: true}.Union(Needs{BERT: true, Sentences: true, Lists: true, Groups: true})
	if union.IDs != IDsAlways || !union.Flat || !union.Rankings || !union.BERT || !union.Sentences || !union.Lists || !union.Groups {
		t.Errorf("%+v", union)
	}
}

// TestSplitOf: the split of a shard's name, whatever folder it is in.
func TestSplitOf(t *testing.T) {
	for file, want := range map[string]string{"pairs/train-00000-of-00003.parquet": "train",
		"a-b/test-queries-00002-of-00003.txt": "test-queries", "x/validation.tsv": "validation", "x/train-of-00003.txt": "train-of-00003",
		"-of-00003": "-of-00003", "x/-00000-of-00003.txt": "", "-x.tsv": "-x", "x/a-of-b-00000-of-00003.tsv": "a-of-b"} {
		must.Equal(t, SplitOf(file), want, "%s", file)
	}
}

// TestFingerprintFollowsTexts: the fingerprint follows rows, their texts and options, not the threads.
func TestFingerprintFollowsTexts(t *testing.T) {
	of := func(edit func(*Options), lines ...string) string {
		o := usual()
		edit(&o)
		return built(t, input(Split{Name: "train", Pairs: pairsOf(lines...)}), o, Needs{}).Fingerprint()
	}
	same := func(*Options) {}
	first := of(same, "q a>b", "q a>c")
	must.Equal(t, of(func(o *Options) { o.Threads = 8 }, "q a>b", "q a>c"), first, "it follows the threads")
	for name, other := range map[string]string{
		"order":   of(same, "q a>c", "q a>b"),
		"text":    of(same, "q A>b", "q A>c"),
		"weight":  of(same, "q a>b weight=2", "q a>c"),
		"option":  of(func(o *Options) { o.ShardRows = 1 }, "q a>b", "q a>c"),
		"batches": of(func(o *Options) { o.SpreadQueries = 2 }, "q a>b", "q a>c"),
	} {
		if other == first {
			t.Errorf("it does not follow the %s", name)
		}
	}
}

// TestFileNames: names of splits in files are those that the library datasets takes: word characters with single dots between them.
func TestFileNames(t *testing.T) {
	for name, want := range map[string]string{"train": "train", "dev": "validation", "test": "test", "dev.small": "dev.small",
		"eval.small": "eval.small", "2019-passage": "2019_passage", "hold out": "hold_out", "\u00e9t\u00e9": "_t_", "../x": "__x", "a..b": "a_b",
		".": "_"} {
		if got, err := (Split{Name: name}).FileName(); err != nil || got != want {
			t.Errorf("%s: %s, %v, want %s", name, got, err, want)
		}
	}
}
