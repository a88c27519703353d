package sample

const lengthBins = 11 // 0 for equal lengths, then ceil(10 * difference / longer) = 1 .. 10

// lengthBin returns ceil(10 * | |d+| - |d-| | / max) in integers.
func lengthBin(posLen, negLen int) int {
	longer := max(posLen, negLen)
	if longer == 0 {
		return 0
	}
	return (10*(longer-min(posLen, negLen)) + longer - 1) / longer
}

// coupleSelection draws a pool so that in every length bin pairs that prefer the longer document alternate with pairs that prefer the
// shorter one ("length-balanced"). Both sides of a bin are kept in balanced order; after merging, the i-th longer and the i-th shorter
// form a couple. Pairs of equal length have no partner.
type coupleSelection struct {
	k     int
	names Names
	sides [lengthBins][2]*selection // [bin][0: preferred is longer or equal, 1: preferred is shorter]
	count [lengthBins][2]int
}

func newCoupleSelection(k int, names Names) *coupleSelection {
	c := &coupleSelection{k: k, names: names}
	for bin := range c.sides {
		for side := range c.sides[bin] {
			c.sides[bin][side] = newSelection(k, names)
		}
	}
	return c
}

func (c *coupleSelection) offer(d PoolInstance, posLen, negLen int) {
	bin, side := lengthBin(posLen, negLen), 0
	if posLen < negLen {
		side = 1
	}
	c.count[bin][side]++
	c.sides[bin][side].offer(d)
}

func (c *coupleSelection) merge(o *coupleSelection) {
	for bin := range c.sides {
		for side := range c.sides[bin] {
			c.count[bin][side] += o.count[bin][side]
			c.sides[bin][side].merge(o.sides[bin][side])
		}
	}
}

func (c *coupleSelection) numPairs() (n int) {
	for bin := range c.sides {
		n += len(c.sides[bin][0].rows) + len(c.sides[bin][1].rows)
	}
	return n
}

func (c *coupleSelection) empty(target *coupleSelection) {
	for bin := range c.sides {
		for side := range c.sides[bin] {
			c.count[bin][side] = 0
			c.sides[bin][side].empty(target.sides[bin][side])
		}
	}
}

// countUnmatched returns the number of pairs without a partner.
func (c *coupleSelection) countUnmatched() int {
	n := 0
	for bin := 1; bin < lengthBins; bin++ {
		n += max(c.count[bin][0], c.count[bin][1]) - min(c.count[bin][0], c.count[bin][1])
	}
	return n
}

// size returns the number of pairs in the pool: couples and pairs of equal length.
func (c *coupleSelection) size() int {
	n := c.count[0][0]
	for bin := 1; bin < lengthBins; bin++ {
		n += 2 * min(c.count[bin][0], c.count[bin][1])
	}
	return n
}

// sortDrawn returns the first k pairs by (larger key of the couple, own key).
func (c *coupleSelection) sortDrawn() []PoolInstance {
	out := newSelection(c.k, c.names)
	for _, d := range c.sides[0][0].sortDrawn() {
		d.Key = Key{d.Key[0], d.Key[1], d.Key[0], d.Key[1]}
		out.offer(d)
	}
	for bin := 1; bin < lengthBins; bin++ {
		longer, shorter := c.sides[bin][0].sortDrawn(), c.sides[bin][1].sortDrawn()
		for i := range min(len(longer), len(shorter)) {
			a, b := longer[i], shorter[i]
			last := a.Key
			if last.compare(b.Key) < 0 {
				last = b.Key
			}
			a.Key = Key{last[0], last[1], a.Key[0], a.Key[1]}
			b.Key = Key{last[0], last[1], b.Key[0], b.Key[1]}
			out.offer(a)
			out.offer(b)
		}
	}
	return out.sortDrawn()
}
