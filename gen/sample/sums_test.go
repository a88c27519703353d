package sample

import (
	"reflect"
	"testing"

	"github.com/axiomine/axiomine/tokenize/pairs"
)

// fill sets every whole number of a struct, those of embedded ones too, to 1, 2, 3 ..
func fill(v reflect.Value, next *int64) {
	for i := range v.NumField() {
		switch f := v.Field(i); f.Kind() {
		case reflect.Struct:
			fill(f, next)
		case reflect.Int:
			*next++
			f.SetInt(*next)
		}
	}
}

// TestSums: what is added has the sum of every field, also of one that is new.
func TestSums(t *testing.T) {
	var stated, twiceStated PreferenceCounts
	var dropped, twiceDropped DropCounts
	next := int64(0)
	fill(reflect.ValueOf(&stated).Elem(), &next)
	fill(reflect.ValueOf(&dropped).Elem(), &next)
	twiceStated.add(stated)
	twiceStated.add(stated)
	twiceDropped.add(dropped)
	twiceDropped.add(dropped)
	for _, c := range []struct{ one, two reflect.Value }{{reflect.ValueOf(stated), reflect.ValueOf(twiceStated)},
		{reflect.ValueOf(dropped), reflect.ValueOf(twiceDropped)}} {
		checkDouble(t, c.one, c.two)
	}
}

func checkDouble(t *testing.T, one, two reflect.Value) {
	for i := range one.NumField() {
		switch f := one.Field(i); f.Kind() {
		case reflect.Struct:
			checkDouble(t, f, two.Field(i))
		case reflect.Int:
			if f.Int() == 0 || two.Field(i).Int() != 2*f.Int() {
				t.Errorf("%s.%s: %d twice is %d", one.Type(), one.Type().Field(i).Name, f.Int(), two.Field(i).Int())
			}
		}
	}
}

// TestLeftOut: what was left out before the sampler counts as mined and dropped of its axiom; under multi-graded there is one pool.
func TestLeftOut(t *testing.T) {
	for strategy, pool := range map[string]int{Paired: 1, MultiGraded: 0} {
		o := Defaults()
		o.Strategy = strategy
		part := New(o, []Pool{{Name: "a"}, {Name: "b"}}, []int{0, 0}, 0, nil).Part()
		part.LeftOut(1, DropCounts{Conflict: 2, NotScored: 3})
		if got := part.ledger[pool]; got.Mined != 5 || got.Dropped.Conflict != 2 || got.Dropped.NotScored != 3 {
			t.Errorf("%s: %+v", strategy, got)
		}
		if other := part.ledger[1-pool]; other.Mined != 0 {
			t.Errorf("%s: the other pool has %d", strategy, other.Mined)
		}
	}
}

// TestOptionsAtTheirLimits: the least and the largest value that is allowed, and the ones beside them.
func TestOptionsAtTheirLimits(t *testing.T) {
	share := func(x float64) func(o *Options) { return func(o *Options) { o.RelativeMargin = &x } }
	number := func(field func(o *Options) *int, value int) func(o *Options) {
		return func(o *Options) { *field(o) = value }
	}
	skip, regular, grade := func(o *Options) *int { return &o.SkipTop }, func(o *Options) *int { return &o.Regular },
		func(o *Options) *int { return &o.MinGrade }
	for _, c := range []struct {
		set   func(o *Options)
		valid bool
	}{{share(0), true}, {share(1), true}, {share(-0.01), false}, {share(1.01), false}, {number(skip, 0), true}, {number(skip, -1), false},
		{number(regular, All), true}, {number(regular, All-1), false}, {number(regular, 0), true}, {number(grade, 1), true},
		{number(grade, 0), false}} {
		o := Defaults()
		c.set(&o)
		if err := o.Validate(); (err == nil) != c.valid {
			t.Errorf("%+v: %v", o, err)
		}
	}
}

// TestGradedPool: pairs of a preferred document above one that has no label, unless the latter is suspect or outside the candidates.
func TestGradedPool(t *testing.T) {
	labels := []int8{LabelPreferred, LabelRest, LabelRest, LabelRest, LabelRelevant, LabelRest}
	roles := []role{anything, anything, unjudged, twin, anything, anything}
	q := &Query{Docs: make([]Candidate, len(labels))}
	q.Docs[5].Outside = true
	got := gradedPool(q, labels, roles, nil)
	if want := []pairs.Instance{{Pos: 0, Neg: 1}, {Pos: 0, Neg: 2}}; !reflect.DeepEqual(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}
