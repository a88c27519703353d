package report

func (a *Arm) PerQuery(measure string) map[string]float64 { return a.perQuery(measure) }
