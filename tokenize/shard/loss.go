package shard

// groupLoss are a group's weight and margin, where any pair has others than 1.
func (p *plan) groupLoss(g group) (weight, margin *float64) {
	if p.weighted == 0 {
		return nil, nil
	}
	w, m := g.loss(g.different())
	return &w, &m
}

func (p *plan) rowWeight(r row) *float64 {
	if p.weighted == 0 {
		return nil
	}
	return new(r.Weight)
}
