package sample

import (
	"encoding/base64"
	"encoding/binary"
	"fmt"

	"github.com/axiomine/axiomine/internal/ui/terminal"
)

// Share is a Part in a form that can be written: the pairs of every pool with the smallest keys, at most the wanted number, and the sums
// for the ledger. Shares of any partition of the queries can be merged.
type Share struct {
	// Places maps a PoolInstance.Query of the share to the number in the whole sample; nil if both are the same.
	Places []int32 `json:"Places"`
	Judged Rows    `json:"Judged"`
	JudgedSums
	Pools     []PoolShare `json:"Pools"`
	Conflicts int         `json:"Conflicts"`
}

// PoolShare is a pool's part of a Share.
type PoolShare struct {
	Drawn  Rows                `json:"Drawn"`  // the pairs in drawing order; nil under length-balanced
	Sides  [lengthBins][2]Rows `json:"Sides"`  // the sides of poolSelection under length-balanced
	Counts [lengthBins][2]int  `json:"Counts"` // number of pairs offered to each side
	Ledger PoolLedger          `json:"Ledger"`
	LengthSums
}

// rows returns the pairs of a side of a bin.
func (pool *PoolShare) rows(isCoupled bool, bin, side int) *Rows {
	if !isCoupled && bin+side == 0 {
		return &pool.Drawn
	}
	return &pool.Sides[bin][side]
}

// Rows are drawn pairs. In JSON they are the base64 of their numbers, little-endian and in order.
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

// Share returns the pairs that were drawn so far, with their sums.
func (p *Part) Share() *Share {
	s := &Share{Judged: p.judged.sortDrawn(), JudgedSums: p.JudgedSums, Conflicts: p.conflicts, Pools: make([]PoolShare, len(p.ledger))}
	for i, sel := range p.pools {
		pool := &s.Pools[i]
		pool.Ledger, pool.LengthSums, pool.Counts = p.ledger[i], p.ledger[i].Lengths, sel.count
		for bin := range sel.sides {
			for side, drawn := range sel.sides[bin] {
				*pool.rows(sel.isCoupled, bin, side) = drawn.sortDrawn()
			}
		}
	}
	return s
}

// Restore returns a part with the pairs of a share that was drawn with the same options. queries is the number of queries of the sample.
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
	p.JudgedSums, p.conflicts = share.JudgedSums, share.Conflicts
	s.allow(len(s.pools), share.Found)
	if err := offer(p.judged, share.Judged); err != nil {
		return nil, err
	}
	for i, sel := range p.pools {
		pool := &share.Pools[i]
		p.ledger[i], sel.count = pool.Ledger, pool.Counts
		p.ledger[i].Lengths = pool.LengthSums
		s.allow(i, pool.Ledger.Size)
		for bin := range sel.sides {
			for side, target := range sel.sides[bin] {
				if err := offer(target, *pool.rows(sel.isCoupled, bin, side)); err != nil {
					return nil, err
				}
			}
		}
	}
	return p, nil
}
