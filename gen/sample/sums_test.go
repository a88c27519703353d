package sample

import (
	"testing"
)

// TestOptionsAtTheirLimits: the least and the largest value that is allowed, and the ones beside them.
func TestOptionsAtTheirLimits(t *testing.T) {
	share := func(x float64) func(o *Options) { return func(o *Options) { o.RelativeMargin = &x } }
	number := func(field func(o *Options) *int, value int) func(o *Options) {
		return func(o *Options) { *field(o) = value }
	}
	skip, judged, grade := func(o *Options) *int { return &o.SkipTop }, func(o *Options) *int { return &o.Judged },
		func(o *Options) *int { return &o.MinGrade }
	for _, c := range []struct {
		set   func(o *Options)
		valid bool
	}{{share(0), true}, {share(1), true}, {share(-0.01), false}, {share(1.01), false}, {number(skip, 0), true}, {number(skip, -1), false},
		{number(judged, All), true}, {number(judged, All-1), false}, {number(judged, 0), true}, {number(grade, 1), true},
		{number(grade, 0), false}} {
		o := Defaults()
		c.set(&o)
		if err := o.Validate(); (err == nil) != c.valid {
			t.Errorf("%+v: %v", o, err)
		}
	}
}
