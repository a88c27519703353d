package trainpairs

import (
	"github.com/axiomine/axiomine/gen/sample"
	"github.com/axiomine/axiomine/internal/chain/account"
)

// unmet returns the requested amounts that an epoch of the drawn pairs does not reach. Pairs repeat in
// later epochs, and in one epoch as often as train.max_repeats allows.
func (s Schedule) unmet(p *Pairs, judgedQueries int) []account.Unmet {
	r := &account.Report{Regular: sample.RegularLedger{Found: len(p.Drawn.Regular)}}
	for i, size := range p.Sizes() {
		pool := account.Pool{PoolLedger: sample.PoolLedger{Name: p.Chain.Axioms.Pools[i].Name + " in an epoch"}}
		if k := s.Axiomatic[i]; k != sample.All {
			pool.Wanted, pool.Shortfall = k, max(0, k-size*s.MaxRepeats)
		}
		r.Pools = append(r.Pools, pool)
	}
	r.CheckAmounts(&p.Chain.Run.Config.Gen, p.Chain.Axioms.Pools, judgedQueries)
	return r.Unmet
}
