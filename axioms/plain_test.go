package axioms

import (
	"cmp"
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// This file holds plain definitions, straight from the contract, of what the judges compute in a faster way.

const plainVocabulary = 9

type plainVectors map[uint32][]float64

func (plainVectors) Dim() int                       { return 3 }
func (v plainVectors) Vector(term uint32) []float64 { return v[term] }

func (v plainVectors) Sim(a, b uint32) (float64, bool) {
	if v[a] == nil || v[b] == nil {
		return 0, false
	}
	return cosine(v[a], v[b]), true
}

type plainCase struct {
	query   Query
	docs    []Doc
	vectors plainVectors
}

func anyPlainCase(t *rapid.T) plainCase {
	term := rapid.Uint32Range(0, plainVocabulary-1)
	c := plainCase{query: Query{Terms: rapid.SliceOfN(rapid.Uint32Range(0, 4), 0, 5).Draw(t, "query")}, vectors: plainVectors{}}
	for range rapid.IntRange(2, 6).Draw(t, "docs") {
		c.docs = append(c.docs, Doc{Terms: rapid.SliceOfN(term, 0, 12).Draw(t, "doc")})
	}
	for w := range uint32(plainVocabulary) {
		v := rapid.SliceOfN(rapid.SampledFrom([]float64{-1, 0, 0, 1, 2}), 3, 3).Draw(t, "vector")
		if v[0] != 0 || v[1] != 0 || v[2] != 0 {
			c.vectors[w] = v
		}
	}
	return c
}

func (c *plainCase) distinct() []uint32 {
	terms := slices.Clone(c.query.Terms)
	slices.Sort(terms)
	return slices.Compact(terms)
}

func occurrencesOf(d Doc, term uint32) (at []int) {
	for i, t := range d.Terms {
		if t == term {
			at = append(at, i)
		}
	}
	return at
}

// held are the query's terms that d holds.
func (c *plainCase) held(d Doc) (terms []uint32) {
	for _, w := range c.distinct() {
		if slices.Contains(d.Terms, w) {
			terms = append(terms, w)
		}
	}
	return terms
}

// plainGroups are prox4's groups as (tokens that are no query terms inside, last - first position).
func (c *plainCase) plainGroups(d Doc) [][2]int { return c.groupsOf(d, c.distinct()) }

// groupsOf are the groups of some of the query's terms.
func (c *plainCase) groupsOf(d Doc, terms []uint32) (groups [][2]int) {
	for _, w := range terms {
		for _, at := range occurrencesOf(d, w) {
			group := []int{at}
			for _, other := range terms {
				if other != w {
					// occurrencesOf rises, and MinFunc gives the first of several.
					group = append(group, slices.MinFunc(occurrencesOf(d, other), func(a, b int) int {
						return cmp.Compare(max(a-at, at-a), max(b-at, at-b))
					}))
				}
			}
			low, high, others := slices.Min(group), slices.Max(group), 0
			for _, t := range d.Terms[low : high+1] {
				if !slices.Contains(c.query.Terms, t) {
					others++
				}
			}
			groups = append(groups, [2]int{others, high - low})
		}
	}
	return groups
}

// evenStats are those of a collection whose terms are all equally rare.
type evenStats struct{ plainStats }

func (evenStats) DocFreq(uint32) int { return 2 }

// meanGap is the mean over pairs of terms of the mean number of words between their occurrences.
func meanGap(d Doc, terms []uint32) float64 {
	sum, pairs := 0.0, 0
	for i, s := range terms {
		for _, t := range terms[:i] {
			gap, n := 0, 0
			for _, a := range occurrencesOf(d, s) {
				for _, b := range occurrencesOf(d, t) {
					gap += max(a-b, b-a) - 1
					n++
				}
			}
			sum += float64(gap) / float64(n)
			pairs++
		}
	}
	return sum / float64(pairs)
}

// plain maps an axiom to its definition on two documents.
var plain = map[string]func(c *plainCase, x, y Doc) Verdict{
	"prox1": func(c *plainCase, x, y Doc) Verdict {
		return c.sameTerms(x, y, func(d Doc) float64 { return meanGap(d, c.held(d)) })
	},
	"prox2": func(c *plainCase, x, y Doc) Verdict {
		return c.sameTerms(x, y, func(d Doc) float64 {
			sum := 0
			for _, t := range c.held(d) {
				sum += occurrencesOf(d, t)[0]
			}
			return float64(sum)
		})
	},
	"prox4": func(c *plainCase, x, y Doc) Verdict {
		if !c.complete(x) || !c.complete(y) {
			return Void
		}
		return tighterGroups(c.plainGroups(x), c.plainGroups(y))
	},
	"prox1(precondition=none)": func(c *plainCase, x, y Doc) Verdict {
		return c.sharedTerms(x, y, 2, func(terms []uint32) Verdict {
			return larger(meanGap(y, terms), meanGap(x, terms))
		})
	},
	"prox2(precondition=none)": func(c *plainCase, x, y Doc) Verdict {
		return c.sharedTerms(x, y, 1, func(terms []uint32) Verdict {
			a, b := 0, 0
			for _, t := range terms {
				a += occurrencesOf(x, t)[0]
				b += occurrencesOf(y, t)[0]
			}
			return more(b, a)
		})
	},
	"prox3(precondition=none)": func(c *plainCase, x, y Doc) Verdict {
		first := func(d Doc) int {
			for at := range d.Terms {
				if len(c.query.Terms) > 0 && at+len(c.query.Terms) <= len(d.Terms) && slices.Equal(d.Terms[at:at+len(c.query.Terms)], c.query.Terms) {
					return at
				}
			}
			return math.MaxInt
		}
		return more(first(y), first(x))
	},
	"prox4(precondition=none)": func(c *plainCase, x, y Doc) Verdict {
		return c.sharedTerms(x, y, 2, func(terms []uint32) Verdict { return tighterGroups(c.groupsOf(x, terms), c.groupsOf(y, terms)) })
	},
	"prox5(precondition=none)": func(c *plainCase, x, y Doc) Verdict {
		return c.sharedTerms(x, y, 2, func(terms []uint32) Verdict {
			mean := func(d Doc) float64 {
				sum, groups := 0, c.groupsOf(d, terms)
				for _, g := range groups {
					sum += g[1]
				}
				return float64(sum) / float64(len(groups))
			}
			return larger(mean(y), mean(x))
		})
	},
	"tfc1(precondition=none, variant=klose)": func(c *plainCase, x, y Doc) Verdict {
		tokens := func(d Doc) (n float64) {
			for _, t := range c.query.Terms {
				n += float64(len(occurrencesOf(d, t)))
			}
			return n
		}
		return either(above(0.1, tokens(x), tokens(y)), above(0.1, tokens(y), tokens(x)))
	},
	"m-tdc(precondition=none)": func(c *plainCase, x, y Doc) Verdict {
		// Every statistic is the same, so that idf(wa) >= idf(wb) for all pairs.
		in := func(list []uint32, w uint32) int { return len(occurrencesOf(Doc{Terms: list}, w)) }
		favours := func(x, y []uint32) bool {
			for _, w := range c.distinct() {
				if in(x, w) == in(y, w) {
					continue
				}
				exchanged := false
				for _, wa := range c.distinct() {
					for _, wb := range c.distinct() {
						exchanged = exchanged || wa != wb && (w == wa || w == wb) && in(x, wa) > in(y, wa) && in(c.query.Terms, wa) >= in(c.query.Terms, wb) &&
							in(x, wa) == in(y, wb) && in(x, wb) == in(y, wa)
					}
				}
				if !exchanged {
					return false
				}
			}
			return true
		}
		return either(favours(x.Terms, y.Terms), favours(y.Terms, x.Terms))
	},
	"lb1(precondition=none)": func(c *plainCase, x, y Doc) Verdict {
		alone := func(x, y Doc) bool {
			return slices.ContainsFunc(c.held(x), func(t uint32) bool { return !slices.Contains(y.Terms, t) })
		}
		return either(alone(x, y), alone(y, x))
	},
	"lnc1(precondition=none)": func(c *plainCase, x, y Doc) Verdict {
		return either(c.oneMoreOther(x, y), c.oneMoreOther(y, x))
	},
	"lnc1(precondition=none, variant=klose)": func(_ *plainCase, x, y Doc) Verdict { return more(len(y.Terms), len(x.Terms)) },
	"stmc2(precondition=none)": func(c *plainCase, x, y Doc) Verdict {
		tokens := func(d Doc) (n int) {
			for _, t := range c.distinct() {
				n += len(occurrencesOf(d, t))
			}
			return n
		}
		return more(tokens(x), tokens(y))
	},
	"len-and(precondition=none)": func(c *plainCase, x, y Doc) Verdict {
		all := func(d Doc) bool { return len(c.held(d)) == len(c.distinct()) }
		return either(all(x) && !all(y), all(y) && !all(x))
	},
	"prox5": func(c *plainCase, x, y Doc) Verdict {
		if !c.complete(x) || !c.complete(y) {
			return Void
		}
		mean := func(d Doc) float64 {
			sum, groups := 0, c.plainGroups(d)
			for _, g := range groups {
				sum += g[1]
			}
			return float64(sum) / float64(len(groups))
		}
		return larger(mean(y), mean(x))
	},
	"tp": func(c *plainCase, x, y Doc) Verdict {
		if len(c.held(x)) < 2 || len(c.held(y)) < 2 {
			return Void
		}
		nearest := func(d Doc) int {
			least := math.MaxInt
			for i, s := range d.Terms {
				for j, t := range d.Terms[:i] {
					if s != t && slices.Contains(c.query.Terms, s) && slices.Contains(c.query.Terms, t) {
						least = min(least, i-j)
					}
				}
			}
			return least
		}
		return more(nearest(y), nearest(x))
	},
	"lnc1": func(c *plainCase, x, y Doc) Verdict {
		for _, w := range c.query.Terms {
			if len(occurrencesOf(x, w)) != len(occurrencesOf(y, w)) {
				return Void
			}
		}
		return either(c.oneMoreOther(x, y), c.oneMoreOther(y, x))
	},
	"div": func(c *plainCase, x, y Doc) Verdict {
		jaccard := func(d Doc) float64 {
			union := slices.Concat(c.query.Terms, d.Terms)
			slices.Sort(union)
			return float64(len(c.held(d))) / float64(max(len(slices.Compact(union)), 1))
		}
		return larger(jaccard(y), jaccard(x))
	},
	"stmc1(variant=klose)": func(c *plainCase, x, y Doc) Verdict {
		mean := func(d Doc) float64 {
			sum, n := 0.0, 0
			for _, q := range c.distinct() {
				for w := range uint32(plainVocabulary) {
					if sim, ok := c.vectors.Sim(q, w); ok && slices.Contains(d.Terms, w) {
						sum += sim
						n++
					}
				}
			}
			return sum / float64(max(n, 1))
		}
		return larger(mean(x), mean(y))
	},
	"stmc2(variant=klose)": func(c *plainCase, x, y Doc) Verdict {
		best, both := math.Inf(-1), slices.Concat(x.Terms, y.Terms)
		each := func(use func(q, w uint32, sim float64)) {
			for _, q := range c.distinct() {
				for _, w := range both {
					if sim, ok := c.vectors.Sim(q, w); ok && !slices.Contains(c.query.Terms, w) {
						use(q, w, sim)
					}
				}
			}
		}
		each(func(_, _ uint32, sim float64) { best = max(best, sim) })
		pairs, first, second := 0, true, true
		proportional := func(x, y Doc, q, w uint32) bool {
			denominator := len(occurrencesOf(x, q))
			return len(x.Terms) > 0 && denominator > 0 &&
				about(0.2, float64(len(y.Terms))/float64(len(x.Terms)), float64(len(occurrencesOf(y, w)))/float64(denominator))
		}
		each(func(q, w uint32, sim float64) {
			if equal(sim, best) {
				pairs++
				first = first && proportional(x, y, q, w)
				second = second && proportional(y, x, q, w)
			}
		})
		return either(pairs > 0 && first, pairs > 0 && second)
	},
}

// tighterGroups prefers fewer other words within a group, then more groups with so few.
func tighterGroups(x, y [][2]int) Verdict {
	tightest := func(groups [][2]int) (fewest, reached int) {
		fewest = math.MaxInt
		for _, g := range groups {
			fewest = min(fewest, g[0])
		}
		for _, g := range groups {
			if g[0] == fewest {
				reached++
			}
		}
		return fewest, reached
	}
	a, b := tightest(x)
	e, f := tightest(y)
	return Verdict(cmp.Or(cmp.Compare(e, a), cmp.Compare(b, f)))
}

// oneMoreOther says whether y holds some non-query term exactly once more than x.
func (c *plainCase) oneMoreOther(x, y Doc) bool {
	for w := range uint32(plainVocabulary) {
		if !slices.Contains(c.query.Terms, w) && len(occurrencesOf(y, w)) == len(occurrencesOf(x, w))+1 {
			return true
		}
	}
	return false
}

// sharedTerms compares two documents on the query terms that both hold, if they are at least so many.
func (c *plainCase) sharedTerms(x, y Doc, least int, compare func(terms []uint32) Verdict) Verdict {
	terms := slices.DeleteFunc(c.held(x), func(t uint32) bool { return !slices.Contains(y.Terms, t) })
	if len(terms) < least {
		return Neither
	}
	return compare(terms)
}

func (c *plainCase) complete(d Doc) bool {
	return len(c.distinct()) >= 2 && len(c.held(d)) == len(c.distinct())
}

func (c *plainCase) sameTerms(x, y Doc, number func(Doc) float64) Verdict {
	if len(c.held(x)) < 2 || !slices.Equal(c.held(x), c.held(y)) {
		return Void
	}
	return larger(number(y), number(x))
}

func TestPlainDefinitions(t *testing.T) {
	for text, define := range plain {
		t.Run(text, func(t *testing.T) {
			a, err := Parse(text)
			if err != nil {
				t.Fatal(err)
			}
			answers := map[Verdict]int{}
			rapid.Check(t, func(t *rapid.T) {
				c := anyPlainCase(t)
				judge := a.(Preference).Bind(c.query, &Collection{Stats: evenStats{}, Vectors: c.vectors, Similarity: c.vectors})
				judge.Load(c.docs)
				for i, x := range c.docs {
					for j, y := range c.docs {
						got, want := judge.Compare(i, j), define(&c, x, y)
						if got != want {
							t.Fatalf("(%v, %v) for %v: %d, want %d", x.Terms, y.Terms, c.query.Terms, got, want)
						}
						answers[got]++
					}
				}
			})
			if answers[First] == 0 {
				t.Errorf("no preference was tried: %v", answers)
			}
		})
	}
}

// TestTFC2AgreesWithTriples compares the look-up of middles with the loop over all triples, on narrow and wide queries.
func TestTFC2AgreesWithTriples(t *testing.T) {
	found := 0
	rapid.Check(t, func(t *rapid.T) {
		term := rapid.Uint32Range(0, 2)
		if rapid.IntRange(0, 3).Draw(t, "wide") == 0 {
			term = rapid.Uint32Range(0, 20)
		}
		q := Query{Terms: rapid.SliceOfN(term, 0, 21).Draw(t, "query")}
		docs := anyDocs(t, term)
		// Steps of the same terms are instances, where the terms are the query's.
		terms := rapid.SliceOfN(term, 1, 3).Draw(t, "base")
		step := rapid.SliceOfN(term, 1, 2).Draw(t, "step")
		for range 4 {
			docs = append(docs, Doc{Terms: terms})
			for range rapid.IntRange(0, 2).Draw(t, "alike") { // as many of the query's terms, other lengths
				docs = append(docs, Doc{Terms: append(slices.Clone(terms), slices.Repeat([]uint32{99}, rapid.IntRange(0, 30).Draw(t, "other terms"))...)})
			}
			terms = slices.Concat(terms, step)
		}
		v := &values{spec: Spec{Params: lengthBound("none", "none")}}
		m := &middles{bag: &newBinding(v, q, &Collection{}, Unbounded).bag, bound: anyBound(t)}
		m.Load(docs)
		got := map[[3]int]bool{}
		m.Each(func(i, j, k int) bool {
			if got[[3]int{i, j, k}] {
				t.Fatalf("(%d, %d, %d) came twice", i, j, k)
			}
			got[[3]int{i, j, k}] = true
			return true
		})
		for i := range docs {
			for j := range docs {
				for k := range docs {
					if m.instance(i, j, k) != got[[3]int{i, j, k}] {
						t.Fatalf("(%d, %d, %d): %t", i, j, k, got[[3]int{i, j, k}])
					}
				}
			}
		}
		found += len(got)
		var counted, steps [len(DeltaStarSteps)]int
		m.Count(counted[:])
		for in := range got {
			steps[Step(docs[in[0]].Len(), docs[in[1]].Len(), docs[in[2]].Len())]++
		}
		if counted != steps {
			t.Fatalf("counted by step %v, listed %v", counted, steps)
		}
		lengths := rapid.SliceOfN(rapid.Int32Range(0, 40), 0, 6)
		var groups [3][]int32
		for i := range groups {
			groups[i] = lengths.Draw(t, "lengths")
			slices.Sort(groups[i])
		}
		var one, other [len(DeltaStarSteps)]int
		m.listLengths(one[:], groups[0], groups[1], groups[2])
		if m.countLengths(other[:], groups[0], groups[1], groups[2]); one != other {
			t.Fatalf("lengths %v: listed %v, counted %v", groups, one, other)
		}
	})
	if found == 0 {
		t.Error("no instance was tried")
	}
}
