package drmm

import (
	"errors"

	"github.com/axiomine/axiomine/internal/errs"
)

// Mode is a kind of histogram.
type Mode string

const (
	CH  Mode = "ch"  // counts
	NH  Mode = "nh"  // counts divided by their sum
	LCH Mode = "lch" // ln(1 + count)
)

// Gating is the input of the term gate.
type Gating string

const (
	IDF Gating = "idf" // one weight on the term's inverse document frequency
	TV  Gating = "tv"  // one weight on each value of the term's vector; a term without a vector has zeros
)

// Options describe a model and its training.
type Options struct {
	Mode         Mode    `json:"mode"`
	Gating       Gating  `json:"gating"`
	Batch        int     `json:"batch"` // pairs per step
	LearningRate float64 `json:"learning_rate"`
	Margin       float64 `json:"margin"`       // the margin of the hinge loss; a pair of axiomatic documents may have its own
	CosineScale  float64 `json:"cosine_scale"` // factor on the values of the cosine bins: 1 as Guo et al., 0 for exact matches only
	GateStart    float64 `json:"gate_start"`   // initial weight of the IDF gate; bound of the vector gate's, drawn from -GateStart to it
	Seed         uint64  `json:"seed"`
	Restart      int     `json:"restart,omitempty"`     // number of the initial weights under the seed, from 0
	Vectors      bool    `json:"vectors,omitempty"`     // whether the histograms have cosine bins
	FirstStage   string  `json:"first_stage,omitempty"` // the first stage whose candidates the model reranks
}

// Defaults returns options that train well on small collections: a small first layer and a gate that starts at 0.1.
func Defaults() Options {
	return Options{Mode: LCH, Gating: IDF, Batch: 20, LearningRate: 0.01, Margin: 1, CosineScale: 1, GateStart: 0.1, Seed: 42}
}

// Validate returns all faults of the options, joined.
func (o Options) Validate() error {
	var faults []error
	check := func(ok bool, hint, format string, args ...any) {
		if !ok {
			faults = append(faults, errs.BadUsage(hint, format, args...))
		}
	}
	check(o.Mode == CH || o.Mode == NH || o.Mode == LCH, "use ch, nh or lch", "unknown histogram %q", o.Mode)
	check(o.Gating == IDF || o.Gating == TV, "use idf or tv", "unknown gating %q", o.Gating)
	check(o.Batch >= 1, "20 is usual", "batch is %d", o.Batch)
	check(o.LearningRate > 0 && o.LearningRate <= 10, "0.01 is usual", "learning rate is %v", o.LearningRate)
	check(o.Margin >= 0 && o.Margin <= 100, "1 is usual", "margin is %v", o.Margin)
	check(o.CosineScale >= 0 && o.CosineScale <= 10, "0.1 and 1 are usual", "cosine scale is %v", o.CosineScale)
	check(o.Restart >= 0, "0 is the first", "restart is %d", o.Restart)
	check(o.GateStart >= -100 && o.GateStart <= 100, "0.1 is usual", "gate start is %v", o.GateStart)
	return errors.Join(faults...)
}
