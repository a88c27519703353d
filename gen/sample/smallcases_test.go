package sample

import (
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/axiomine/axiomine/tokenize/pairs"
)

// TestPreferredHash: that of a candidate is at hand; a made document has the hash of its own id.
func TestPreferredHash(t *testing.T) {
	q := &Query{ID: "q", Docs: []Candidate{{ID: "d", Hash: 7}}}
	if got, made := preferredID(q, pairs.Instance{}), preferredID(q, pairs.Instance{Made: 2}); got != "d" || made != "d~2" {
		t.Errorf("%s and %s, want d and d~2", got, made)
	}
	if got := preferredHash(q, pairs.Instance{}); got != 7 {
		t.Errorf("%d, want the hash of the candidate, 7", got)
	}
	if got, want := preferredHash(q, pairs.Instance{Made: 2}), Hash("d~2"); got != want {
		t.Errorf("%d, want that of d~2, %d", got, want)
	}
}

// TestCountUnlimited: by hand. Positives of grades 2 and 1, and negatives: one of grade 1, one judged not relevant, one unjudged.
func TestCountUnlimited(t *testing.T) {
	q := &Query{Labelled: true, Docs: []Candidate{{Grade: 2, Judged: true, Rank: 1, RunScore: 5},
		{Grade: 1, Judged: true, Rank: 2, RunScore: 4},
		{Judged: true, Rank: 3, RunScore: 3}, {Rank: 4, RunScore: 2}}}
	o := &Options{MinGrade: 1}
	plain := sides{positives: []int32{0, 1}, negatives: []int32{2, 3}}
	if got, want := o.countUnlimited(q, plain), (sideCounts{pairs: 4, judged: 2}); got != want {
		t.Errorf("%+v, want two positives above two negatives: %+v", got, want)
	}
	graded := sides{positives: []int32{0, 1}, negatives: []int32{1, 2, 3}, graded: true}
	if got, want := o.countUnlimited(q, graded), (sideCounts{pairs: 5, judged: 3}); got != want {
		t.Errorf("%+v, want the same and the grade 2 above the grade 1: %+v", got, want)
	}
	margin := 2.5
	o.AbsoluteMargin = &margin // 5 and 3 are nearer than that, and so are 4 and 3, and 4 and 2
	if got, want := o.countUnlimited(q, plain), (sideCounts{pairs: 1, tooNear: 3}); got != want {
		t.Errorf("%+v with a margin of 2.5, want %+v", got, want)
	}
}

// TestCountCandidates: by hand. Of the judged candidates two are relevant, of grades 2 and 1, and one is not; a relevant document of grade
// 3 is outside. Nobody judged the last one.
func TestCountCandidates(t *testing.T) {
	q := &Query{Labelled: true, Docs: []Candidate{{Judged: true, Grade: 2}, {Judged: true, Grade: 1}, {Judged: true}, {Grade: 1},
		{Judged: true, Grade: 3, Outside: true}}}
	for _, c := range []struct {
		positives, grades string
		want              int
	}{
		{FromCandidates, Binary, 2},      // two above one
		{FromCandidates, Ordered, 2 + 1}, // and 2 above 1
		{"all", Binary, 3},               // the one outside too
		{"all", Ordered, 3 + 3},          // and it above both
	} {
		o := Defaults()
		o.Positives, o.Grades, o.MinGrade = c.positives, c.grades, 1
		if got := o.countCandidates(q); got != c.want {
			t.Errorf("positives %s, grades %s: %d, want %d", c.positives, c.grades, got, c.want)
		}
	}
}

// TestLabelCandidates: by hand. A preferred document has the label 1 unless it is relevant, or the preference is for one made of it.
func TestLabelCandidates(t *testing.T) {
	q := &Query{Labelled: true, Docs: []Candidate{{Judged: true, Grade: 1}, {}, {}, {}}}
	pools := [][]pairs.Instance{{{Pos: 0, Neg: 3}, {Pos: 1, Neg: 3}}, {{Pos: 2, Neg: 3, Made: 2}, {Pos: 1, Neg: 0}}}
	if got := labelCandidates(q, pools, 1, nil); !slices.Equal(got, []int8{LabelRelevant, LabelPreferred, LabelRest, LabelRest}) {
		t.Errorf("%d, want 2, 1, 0, 0", got)
	}
}

// TestJudgedTexts: queries of one text count as one. Of two texts, one of which two queries have, both together are all three queries.
func TestJudgedTexts(t *testing.T) {
	ids, texts := []string{"a", "b", "c"}, []string{"x", "y", "x"}
	if got := slices.Sorted(slices.Values(JudgedTexts(ids, texts, 2, 42))); !slices.Equal(got, []int{0, 1, 2}) {
		t.Errorf("two texts: queries %d, want all", got)
	}
	want := map[int][]int{0: {0, 2}, 1: {1}}[JudgedSubset([]string{"a", "b"}, 1, 42)[0]]
	if got := JudgedTexts(ids, texts, 1, 42); !slices.Equal(got, want) {
		t.Errorf("one text: queries %d, want %d", got, want)
	}
}

// TestWarnings: by hand. A pool says how many of its pairs a run orders wrongly, if that is not all of them.
func TestWarnings(t *testing.T) {
	for violated, want := range map[int]string{
		3: "", 1: "tfc1: of 3 pairs that sample: hard drew, the run orders only 1 wrongly; the others are drawn as under balanced",
		0: "tfc1: of 3 pairs that sample: hard drew, the run orders none wrongly; the others are drawn as under balanced"} {
		got := (&Result{Ledger: []PoolLedger{{Name: "tfc1", Taken: 3, Violated: &violated}}}).Warnings(Hard)
		if strings.Join(got, "\n") != want {
			t.Errorf("%d of 3: %q, want %q", violated, got, want)
		}
	}
}

// TestShareOfAllPools: a part that is restored from its share, of two pools, gives the same sample, under each order of drawing. A pair of
// a query that is not there is an error.
func TestShareOfAllPools(t *testing.T) {
	q := &Query{ID: "q", Hash: Hash("q"), Labelled: true}
	for i, id := range []string{"a", "b", "c", "d"} {
		q.Docs = append(q.Docs, Candidate{ID: id, Hash: Hash(id), Len: i + 1, Rank: i + 1, Judged: i == 0, Grade: 1})
	}
	w := &world{queries: []*Query{q}}
	for _, order := range drawOrderNames() {
		o := Defaults()
		o.Draw = order
		s := New(o, twoPools, []int{9, 9}, 9, w.names)
		drawnPart := func() *Part {
			p := s.Part()
			p.Add(q, [][]pairs.Instance{{{Pos: 1, Neg: 2}, {Pos: 3, Neg: 2}}, {{Pos: 1, Neg: 3}, {Pos: 2, Neg: 1}, {Pos: 2, Neg: 3}}})
			return p
		}
		share := drawnPart().Share()
		p, err := s.Restore(share, 1)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(drawnPart().Result(), p.Result(), cmp.Exporter(func(reflect.Type) bool { return true })); diff != "" {
			t.Errorf("%s: %s", order, diff)
		}
		if _, err := s.Restore(share, 0); err == nil {
			t.Errorf("%s: a pair of no query is taken", order)
		}
		n := share.RegularN + share.Pools[0].Ledger.Size + share.Pools[1].Ledger.Size
		for size, isExceeded := range map[int]bool{n: false, n - 1: true, share.RegularN: true} {
			all := New(o, twoPools, []int{All, All}, All, w.names)
			all.Limit(size)
			if _, err := all.Restore(share, 1); err != nil || all.IsExceeded() != isExceeded {
				t.Errorf("%s: of at most %d pairs, exceeded %v, %v", order, size, all.IsExceeded(), err)
			}
		}
		share.Regular = nil
		if _, err := s.Restore(share, 0); err == nil {
			t.Errorf("%s: a pair of a pool and of no query is taken", order)
		}
	}
}

// TestMinedUnderLabels: by hand. Two axioms prefer three times in all, which is what is mined, and one document has the label 1.
func TestMinedUnderLabels(t *testing.T) {
	q := &Query{ID: "q", Hash: Hash("q"), Labelled: true}
	for _, id := range []string{"a", "b", "c"} {
		q.Docs = append(q.Docs, Candidate{ID: id, Hash: Hash(id), Len: 1, Judged: id == "a", Grade: 1})
	}
	o := Defaults()
	o.Strategy = MultiGraded
	w := &world{queries: []*Query{q}}
	p := New(o, twoPools[:1], []int{9}, 9, w.names).Part()
	p.Add(q, [][]pairs.Instance{{{Pos: 1, Neg: 2}, {Pos: 0, Neg: 2}}, {{Pos: 1, Neg: 2}}})
	for _, d := range p.Result().Regular {
		if want := map[int32]int8{1: LabelPreferred, 2: LabelRest}[d.Neg]; d.NegLabel != want {
			t.Errorf("%+v: label %d, want %d", d.Instance, d.NegLabel, want)
		}
	}
	l := p.Result().Ledger[0]
	if l.Mined != 3 || l.Formed != 1 || l.Size != 1 || l.Mined+l.Formed != l.Dropped.Sum()+l.Labelling+l.Size {
		t.Errorf("%+v: want three mined, and b above c formed", l)
	}
}

// TestReasonsOfSuspects: reasons that left nothing out are not named.
func TestReasonsOfSuspects(t *testing.T) {
	s := Suspects{NearDuplicate: 3, NotJudged: 12}
	if got := s.Reasons(); len(got) != 2 || got["near_duplicate"] != 3 || got["not_judged"] != 12 {
		t.Errorf("%v", got)
	}
	if got := s.Text(); got != "near duplicate 3, not judged 12" || (Suspects{}).Text() != "" || s.Sum() != 15 {
		t.Errorf("%q, %d in all", got, s.Sum())
	}
}

// TestPlacesOfShares: pairs of a share with places name its own queries, which have other numbers in the whole. A number of no query, in
// the share or in the whole, is an error.
func TestPlacesOfShares(t *testing.T) {
	s := New(Defaults(), nil, nil, 9, func(PoolInstance) (string, string, string) { return "", "", "" })
	for _, c := range []struct {
		places []int32
		query  int32
		want   int32
		err    string
	}{
		{nil, 2, 2, ""}, {nil, 3, 0, "a pair of query number 3 of 3"}, {nil, -1, 0, "a pair of query number -1 of 3"},
		{[]int32{2, 0}, 0, 2, ""}, {[]int32{2, 0}, 1, 0, ""}, {[]int32{2, 0}, 2, 0, "a pair of query number 2 of 2 in the share"},
		{[]int32{2, 0}, -1, 0, "a pair of query number -1 of 2 in the share"}, {[]int32{3}, 0, 0, "a pair of query number 3 of 3"},
		{[]int32{-1}, 0, 0, "a pair of query number -1 of 3"}, {[]int32{}, 0, 0, "a pair of query number 0 of 0 in the share"},
	} {
		p, err := s.Restore(&Share{Places: c.places, Regular: Rows{{Query: c.query}}}, 3)
		if c.err != "" && (err == nil || err.Error() != c.err) || c.err == "" && (err != nil || p.regular.rows[0].Query != c.want) {
			t.Errorf("%d with places %d: %v, want query %d, %q", c.query, c.places, err, c.want, c.err)
		}
	}
}

// setNumbers sets every number of a struct, and of the structs in it, to another power of two, and returns the next one.
func setNumbers(v reflect.Value, next int64) int64 {
	for i := range v.NumField() {
		if f := v.Field(i); f.Kind() == reflect.Struct {
			next = setNumbers(f, next)
		} else {
			f.SetInt(next)
			next *= 2
		}
	}
	return next
}

// TestSumOfReasons: the sum has every reason once, also one that is new.
func TestSumOfReasons(t *testing.T) {
	var suspects Suspects
	if next := setNumbers(reflect.ValueOf(&suspects).Elem(), 1); int64(suspects.Sum()) != next-1 {
		t.Errorf("%d of %+v", suspects.Sum(), suspects)
	}
	var dropped, twice DropCounts
	next := setNumbers(reflect.ValueOf(&dropped).Elem(), 1)
	twice.add(dropped)
	twice.add(dropped)
	if int64(dropped.Sum()) != next-1 || int64(twice.Sum()) != 2*(next-1) {
		t.Errorf("%d and %d of %+v", dropped.Sum(), twice.Sum(), dropped)
	}
}

// TestSparesOfTop: by hand. Of the positive p the best of the run is drawn, so that its spares are the next two.
func TestSparesOfTop(t *testing.T) {
	q := &Query{ID: "q", Labelled: true, Docs: []Candidate{{ID: "p", Judged: true, Grade: 1, Rank: 2}, {ID: "lacked"},
		{ID: "third", Rank: 4}, {ID: "first", Rank: 1}, {ID: "second", Rank: 3}}}
	for i := range q.Docs {
		q.Docs[i].Hash = Hash(q.Docs[i].ID)
	}
	o := Defaults()
	o.Negatives = Top
	s := New(o, twoPools, []int{9, 9}, 9, nil)
	for n, want := range map[int][]int32{1: {4}, 2: {4, 2}, 3: {4, 2, 1}, 4: {4, 2, 1}} {
		var got []int32
		for _, spare := range s.Spares(q, make([][]pairs.Instance, 2), []PoolPair{{0, 3, JudgedPool}}, n) {
			got = append(got, spare.Neg)
		}
		if !slices.Equal(got, want) {
			t.Errorf("%d spares: %d, want %d", n, got, want)
		}
	}
}

// TestNeedsIDs: ids decide how many pairs there are where scores count, or where a limit chooses among documents of several grades.
func TestNeedsIDs(t *testing.T) {
	for _, c := range []struct {
		name   string
		grades []int
		edit   func(o *Options)
		want   bool
	}{
		{"no limit", []int{2, 1, 0}, func(*Options) {}, false}, {"a margin", []int{1, 0}, func(o *Options) { o.AbsoluteMargin = new(1.0) }, true},
		{"positives of two grades", []int{2, 1, 0}, func(o *Options) { o.PositivesPerQuery = 1 }, true},
		{"negatives of two grades", []int{2, 1, 0}, func(o *Options) { o.NegativesPerQuery = 1 }, true},
		{"negatives of each positive", []int{2, 1, 0}, func(o *Options) { o.NegativesPerPositive = 1 }, false},
		{"one grade", []int{1, 1, 0}, func(o *Options) { o.PositivesPerQuery, o.NegativesPerQuery = 1, 1 }, false},
	} {
		o := Defaults()
		if c.edit(&o); o.NeedsIDs(judgedQuery(c.grades...)) != c.want {
			t.Errorf("%s: want %v", c.name, c.want)
		}
	}
}

// TestCountStated: by hand, of grades 2, 1 and 0 and an unjudged document. Three preferences are stated, of which one is between relevant
// documents. One negative for each positive leaves one out.
func TestCountStated(t *testing.T) {
	q := judgedQuery(2, 1, 0, -1)
	for name, c := range map[string]struct {
		edit func(o *Options)
		want PreferenceCounts
	}{
		"all":    {func(*Options) {}, PreferenceCounts{All: 3, NotDrawn: 3}},
		"binary": {func(o *Options) { o.Grades = Binary }, PreferenceCounts{All: 3, SameSide: 1, NotDrawn: 2}},
		"one each": {func(o *Options) { o.NegativesPerPositive, o.JudgedFirst = 1, true },
			PreferenceCounts{All: 3, BeyondLimit: 1, NotDrawn: 2}},
		"a filter": {func(o *Options) { o.SkipTop = 3 }, PreferenceCounts{All: 3, LeftOut: 3}},
	} {
		o := Defaults()
		c.edit(&o)
		lists := o.sides(q)
		if got := o.countStated(q, o.countUnlimited(q, lists).judged, o.regularPairs(q, 1, lists, nil)); got != c.want {
			t.Errorf("%s: %+v, want %+v", name, got, c.want)
		}
	}
	q.Labelled = false
	o := Defaults()
	if got := o.countStated(q, 0, nil); got != (PreferenceCounts{All: 3, NotInUse: 3}) {
		t.Errorf("of a query whose labels are not in use: %+v", got)
	}
}

// TestStatedAlone: by hand. With a judged negative, the three that nobody judged are left out and counted.
func TestStatedAlone(t *testing.T) {
	o := Defaults()
	o.StatedAlone = true
	for _, c := range []struct {
		grades               []int
		negatives, notJudged int
	}{{[]int{1, 0, -1, -1, -1}, 1, 3}, {[]int{1, -1, -1, -1}, 3, 0}} {
		if lists := o.sides(judgedQuery(c.grades...)); len(lists.negatives) != c.negatives || lists.suspects.NotJudged != c.notJudged {
			t.Errorf("grades %d: %d negatives, %d not judged", c.grades, len(lists.negatives), lists.suspects.NotJudged)
		}
	}
}

// TestRegularLedger: by hand. Of ten pairs drawn, six with a judged negative, a mixture leaves five and two.
func TestRegularLedger(t *testing.T) {
	r := &Result{RegularLedger: RegularLedger{Taken: 10, Stated: PreferenceCounts{NotDrawn: 8}}}
	for i := range int32(10) {
		r.Regular = append(r.Regular, PoolInstance{Query: i})
	}
	r.Count(func(d PoolInstance) bool { return d.Query < 6 })
	l := &r.RegularLedger
	if l.JudgedNegatives != 6 || l.AssumedNegatives != 4 || l.InRows() != 10 || l.Stated != (PreferenceCounts{NotDrawn: 2, Used: 6}) {
		t.Errorf("%+v", l)
	}
	l.Mix(5, 2)
	if l.JudgedNegatives != 5 || l.AssumedNegatives != 2 || l.NotInMixture != 3 || l.Stated.Used != 5 || l.Stated.NotInMixture != 1 {
		t.Errorf("in a mixture: %+v", l)
	}
	for want, counts := range map[string][2]int{"0 regular pairs": {0, 0}, "1 regular pair, all with a judged negative,": {1, 0},
		"2 regular pairs, all with an assumed negative, which nobody judged,":                    {0, 2},
		"3 regular pairs (1 with a judged negative, 2 with an assumed one, which nobody judged)": {1, 2}} {
		if got := (&RegularLedger{JudgedNegatives: counts[0], AssumedNegatives: counts[1]}).Text(); got != want {
			t.Errorf("%d: %s, want %s", counts, got, want)
		}
	}
}

// TestAgreement: by hand. Three of four pairs with one relevant document put it first.
func TestAgreement(t *testing.T) {
	if got := (&PoolLedger{Dropped: DropCounts{AlreadyRegular: 3, NonRelevantOverRelevant: 1}}).Agreement(); got == nil || *got != .75 {
		t.Errorf("%v, want .75", got)
	}
	if got := (&PoolLedger{Dropped: DropCounts{AlreadyRegular: 1}}).Agreement(); got == nil || *got != 1 {
		t.Errorf("%v of one pair, want 1", got)
	}
	if got := new(PoolLedger).Agreement(); got != nil {
		t.Errorf("%v of no pair", *got)
	}
}

// TestCompareOr: keys decide, and ids where they are equal.
func TestCompareOr(t *testing.T) {
	for _, c := range []struct {
		a, b     Key
		one, two string
		want     int
	}{{Key{1}, Key{2}, "b", "a", -1}, {Key{2}, Key{1}, "a", "b", 1}, {Key{1}, Key{1}, "a", "b", -1}, {Key{1}, Key{1}, "b", "a", 1},
		{Key{1}, Key{1}, "a", "a", 0}} {
		if got := c.a.compareOr(c.b, c.one, c.two); got != c.want {
			t.Errorf("%+v: %d", c, got)
		}
	}
}

// TestGroupsInOrder: groups of several positives are in the order of their first rows, and rows in no full group are counted.
func TestGroupsInOrder(t *testing.T) {
	var rows []pairs.Pair
	for i := range 30 { // ten positives with three negatives
		id := strconv.Itoa(i % 10)
		rows = append(rows, pairs.Pair{UID: strconv.Itoa(i), QueryID: "q", PosID: id, NegID: "n" + strconv.Itoa(i)})
	}
	place := map[string]int{}
	for i, r := range First(rows, len(rows), 7) {
		place[r.UID] = i
	}
	groups, loose := Groups(rows, 2, 7)
	if len(groups) != 10 || loose != 10 {
		t.Fatalf("%d groups of two, %d rows in none; want ten each", len(groups), loose)
	}
	for i := range groups {
		if i > 0 && place[groups[i][0].UID] < place[groups[i-1][0].UID] || place[groups[i][0].UID] > place[groups[i][1].UID] {
			t.Errorf("group %d begins with row %d", i, place[groups[i][0].UID])
		}
	}
}
