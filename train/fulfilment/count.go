package fulfilment

// Count counts the instances of an axiom that a model orders, and those of them that it fulfils. Equal scores fulfil a weak axiom, but
// they show no preference: such instances are counted apart, since otherwise a model that scores all documents alike would obey most.
type Count struct {
	Fulfilled int `json:"fulfilled"` // the preferred document scores higher
	Instances int `json:"instances"` // without TiesLeftOut
	// TiesLeftOut counts the instances of a weak axiom whose scores are equal. Those of a strict axiom are among Instances, not fulfilled.
	TiesLeftOut int `json:"ties_left_out,omitempty"`
}

// NumScored returns the number of instances that the model scores, ties included.
func (c Count) NumScored() int { return c.Instances + c.TiesLeftOut }

// Share returns the share fulfilled, or 0 without instances.
func (c Count) Share() float64 {
	if c.Instances == 0 {
		return 0
	}
	return float64(c.Fulfilled) / float64(c.Instances)
}

// Add adds the counts of other instances.
func (c *Count) Add(o Count) {
	c.Fulfilled += o.Fulfilled
	c.Instances += o.Instances
	c.TiesLeftOut += o.TiesLeftOut
}

// AddOutcome adds an instance, unless a score is missing.
func (c *Count) AddOutcome(outcome Outcome) {
	switch {
	case outcome == Tied:
		c.TiesLeftOut++
	case outcome.IsOrdered():
		c.Instances++
		c.Fulfilled += int(outcome - Violated)
	}
}
