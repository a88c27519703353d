package sample

import (
	"encoding/base64"
	"encoding/binary"
	"fmt"

	"github.com/axiomine/axiomine/internal/ui/terminal"
)

// Share holds the result of a part of the queries in a form that can be written: of every pool the pairs with the smallest keys, at
// most as many as are wanted, and the sums for the ledger. Shares merge over any partition of the queries.
type Share struct {
	// Places are the numbers in the whole of the queries that the pairs name by number; nil where those are the same.
	Places       []int32          `json:"Places"`
	Judged       Rows             `json:"Judged"`
	JudgedN      int              `json:"JudgedN"`
	BeyondLimits int              `json:"Beyond"`   // judged pairs beyond the limits per query and per positive
	Suspects     Suspects         `json:"Suspects"` // among the judged pairs
	Stated       PreferenceCounts `json:"Stated"`   // the preferences of the judgements
	Pools        []PoolShare      `json:"Pools"`
	Conflicts    int              `json:"Conflicts"`
}

// PoolShare is a pool's part of a Share.
type PoolShare struct {
	Drawn  Rows                `json:"Drawn"`  // in drawing order; nil under length-balanced
	Sides  [lengthBins][2]Rows `json:"Sides"`  // under length-balanced: longer or equal, shorter
	Counts [lengthBins][2]int  `json:"Counts"` // pairs offered to each of them
	Ledger PoolLedger          `json:"Ledger"`
	Skew   int64               `json:"Skew"` // sum and number of relative length differences, in units of 1/skewUnit
	SkewN  int                 `json:"SkewN"`
	Longer [2]int              `json:"Longer"` // pairs whose preferred document is the longer, and the shorter one
}

// Rows are drawn pairs. Their text, in JSON, is the base64 of their numbers, little-endian and in order: the same bytes in every program.
type Rows []PoolInstance

// MarshalText returns the rows' text.
func (r Rows) MarshalText() ([]byte, error) {
	raw, err := binary.Append(nil, binary.LittleEndian, []PoolInstance(r))
	return base64.StdEncoding.AppendEncode(nil, raw), err
}

// UnmarshalText parses the rows' text.
func (r *Rows) UnmarshalText(text []byte) error {
	raw, err := base64.StdEncoding.AppendDecode(nil, text)
	if err != nil {
		return err
	}
	size := binary.Size(PoolInstance{})
	if len(raw)%size != 0 {
		return fmt.Errorf("%s of rows of %d", terminal.Plural(len(raw), "byte", "bytes"), size)
	}
	*r = make(Rows, len(raw)/size)
	_, err = binary.Decode(raw, binary.LittleEndian, []PoolInstance(*r))
	return err
}

// Share returns what was drawn so far.
func (p *Part) Share() *Share {
	s := &Share{Judged: p.judged.sortDrawn(), JudgedN: p.judgedN, BeyondLimits: p.beyondLimits, Suspects: p.suspects, Stated: p.stated,
		Conflicts: p.conflicts, Pools: make([]PoolShare, len(p.ledger))}
	for i := range s.Pools {
		pool, l := &s.Pools[i], p.ledger[i]
		pool.Ledger, pool.Skew, pool.SkewN, pool.Longer = l, l.skew, l.skewN, l.longer
		if p.coupled == nil {
			pool.Drawn = p.plain[i].sortDrawn()
			continue
		}
		pool.Counts = p.coupled[i].count
		for bin := range pool.Sides {
			for side := range pool.Sides[bin] {
				pool.Sides[bin][side] = p.coupled[i].sides[bin][side].sortDrawn()
			}
		}
	}
	return s
}

// Restore returns a part with the pairs of a share that was drawn with the same options; queries is the number of queries of the sample.
func (s *Sampler) Restore(share *Share, queries int) (*Part, error) {
	p := s.Part()
	if len(share.Pools) != len(p.ledger) {
		return nil, fmt.Errorf("%s, not %d", terminal.Plural(len(share.Pools), "pool", "pools"), len(p.ledger))
	}
	offer := func(target *selection, rows []PoolInstance) error {
		for _, d := range rows {
			if places := share.Places; places != nil {
				if d.Query < 0 || int(d.Query) >= len(places) {
					return fmt.Errorf("a pair of query number %d of %d in the share", d.Query, len(places))
				}
				d.Query = places[d.Query]
			}
			if d.Query < 0 || int(d.Query) >= queries {
				return fmt.Errorf("a pair of query number %d of %d", d.Query, queries)
			}
			target.offer(d)
		}
		return nil
	}
	p.judgedN, p.beyondLimits, p.suspects = share.JudgedN, share.BeyondLimits, share.Suspects
	p.stated, p.conflicts = share.Stated, share.Conflicts
	s.held.Allow(len(s.pools), share.JudgedN)
	if err := offer(p.judged, share.Judged); err != nil {
		return nil, err
	}
	for i := range share.Pools {
		pool := &share.Pools[i]
		p.ledger[i] = pool.Ledger
		s.held.Allow(i, pool.Ledger.Size)
		p.ledger[i].skew, p.ledger[i].skewN, p.ledger[i].longer = pool.Skew, pool.SkewN, pool.Longer
		if p.coupled == nil {
			if err := offer(p.plain[i], pool.Drawn); err != nil {
				return nil, err
			}
			continue
		}
		p.coupled[i].count = pool.Counts
		for bin := range pool.Sides {
			for side := range pool.Sides[bin] {
				if err := offer(p.coupled[i].sides[bin][side], pool.Sides[bin][side]); err != nil {
					return nil, err
				}
			}
		}
	}
	return p, nil
}
