package trainpairs

import (
	"github.com/axiomine/axiomine/gen/account"
	"github.com/axiomine/axiomine/gen/sample"
)

// unmet returns the requested amounts that an epoch of the drawn pairs does not reach. Pairs repeat in
// later epochs, and not in one.
func (s Schedule) unmet(p *Pairs, judgedQueries int) []account.Unmet {
	list := account.Asked(&p.Chain.Run.Config.Gen, judgedQueries, len(p.Drawn.Regular))
	for i, size := range p.Sizes() {
		if k := s.Axiomatic[i]; k != sample.All {
			pool := p.Chain.Axioms.Pools[i]
			list = append(list, account.Unmet{Key: account.AmountKey(pool), Subject: pool.Name + " in an epoch", Wanted: k,
				There: min(k, size)})
		}
	}
	return account.Unreached(list)
}
