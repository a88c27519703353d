package similarity

import "github.com/axiomine/axiomine/axioms"

// Concepts is WordNet as a similarity source: the terms of a lexicon with their first synsets, and what Wu-Palmer needs of
// these. It may be used by several goroutines. A synset takes 12 bytes for each hypernym, direct or not.
type Concepts struct {
	terms     int
	row       []int32      // by term id, -1 without a synset
	hypernyms [][]ancestor // by row: the hypernyms and the synset itself, by rising place
	nodes     []int32      // by row: the synset's node
	isNoun    []bool       // by row
	shortest  []int32      // by node: the shortest way to a top
	longest   []int32      // by node: the longest one
}

var _ axioms.Similarity = (*Concepts)(nil)

// ancestor is a synset above another, or itself.
type ancestor struct {
	place int32 // among all nodes, by falling length of the shortest way to a top, then by name
	node  int32
	steps int32 // the shortest way between the two
}

// Bind returns the first synsets of the lexicon's terms: that of a term's most frequent form (of forms as frequent, the first by bytes),
// or of the term itself in the mode Stems.
func (w *WordNet) Bind(lexicon Lexicon, mode Mode) (*Concepts, error) {
	c := &Concepts{row: make([]int32, lexicon.NumTerms())}
	t := newTaxonomy(w)
	rows := map[int32]int32{}
	for id := range c.row {
		c.row[id] = -1
		s, ok := w.first(askedWord(lexicon, uint32(id), mode))
		if !ok {
			continue
		}
		n, err := t.add(s)
		if err != nil {
			return nil, err
		}
		row, ok := rows[n]
		if !ok {
			row = int32(len(rows))
			rows[n] = row
			c.nodes = append(c.nodes, n)
			c.isNoun = append(c.isNoun, s.part == noun)
		}
		c.row[id] = row
		c.terms++
	}
	places := t.places()
	for _, n := range t.nodes {
		c.shortest, c.longest = append(c.shortest, n.shortest), append(c.longest, n.longest)
	}
	for _, n := range c.nodes {
		c.hypernyms = append(c.hypernyms, t.listHypernyms(n, places))
	}
	return c, nil
}

// askedWord returns the word that WordNet is asked with.
func askedWord(lexicon Lexicon, term uint32, mode Mode) string {
	if mode == Stems {
		return lexicon.Term(term)
	}
	word, most := "", int64(-1)
	for _, form := range lexicon.Forms(term) {
		if form.Count > most || form.Count == most && form.Surface < word {
			word, most = form.Surface, form.Count
		}
	}
	return word
}

// Len returns the number of terms that have a synset.
func (c *Concepts) Len() int { return c.terms }

// Sim returns the similarity of Wu and Palmer ("Verb semantics and lexical selection", ACL 1994) as NLTK computes it:
//
//	2 d / (2 d + steps(a, s) + steps(b, s))
//
// s is the lowest common hypernym of the two synsets: the one with the longest of all shortest ways to a top, of several a's
// own synset, else the first by name; d is the number of synsets on its longest way to a top, itself included. Unless both
// are nouns a simulated root is above the tops: as far from a synset as its farthest hypernym and one step. The similarity
// is 0 where a term has no synset, or nothing is above both.
func (c *Concepts) Sim(a, b uint32) (sim float64, ok bool) {
	i, j := c.rowOf(a), c.rowOf(b)
	if i < 0 || j < 0 {
		return 0, true
	}
	x, y := c.hypernyms[i], c.hypernyms[j]
	for len(x) > 0 && len(y) > 0 {
		switch {
		case x[0].place < y[0].place:
			x = x[1:]
		case x[0].place > y[0].place:
			y = y[1:]
		case x[0].node == root && c.isNoun[i] && c.isNoun[j]:
			x, y = x[1:], y[1:]
		default:
			lowest, steps := x[0].node, x[0].steps+y[0].steps
			if node := c.nodes[i]; node != lowest && c.shortest[node] == c.shortest[lowest] {
				for _, other := range y {
					if other.node == node {
						lowest, steps = node, other.steps
					}
				}
			}
			depth := float64(c.longest[lowest] + 1)
			return 2 * depth / (2*depth + float64(steps)), true
		}
	}
	return 0, true
}

// rowOf returns a term's row, or -1 for a term without a synset or outside the lexicon.
func (c *Concepts) rowOf(term uint32) int32 {
	if int(term) >= len(c.row) {
		return -1
	}
	return c.row[term]
}
