package axioms

var tflnc = &definition{
	spec: Spec{
		ID:      "tf-lnc",
		Title:   "Longer by nothing but query terms",
		Family:  "length normalisation",
		Formula: "each distinct query term t with c(t,d1) > c(t,d2) and |d1| = |d2| + c(t,d1) - c(t,d2) votes for d1; mirrored for d2",
		Source:  "Klose, thesis 2021; Völske et al., ICTIR 2021, section 3.1 and table 1, TF-LNC; after Fang, Tao, Zhai 2011",
		Params:  lengthBound("none", "none"),
		Example: Example{
			Query: "rain forest",
			Docs:  []string{"rain rain in the forest", "rain in the forest"},
			Says:  "the first is one word longer and that word is a query term",
			Want:  []int{1},
		},
	},
	bind: func(b *binding) Judge {
		return judge(b, b.count, func(x, y *counts) Verdict {
			longer, votes := x.length-y.length, 0
			if longer == 0 || longer > x.sum || -longer > y.sum {
				return Neither
			}
			for t := range x.freq {
				// The difference in length has the sign of the difference in count, so each term votes at most once.
				if more := x.freq[t] - y.freq[t]; more == longer {
					votes += sign(more)
				}
			}
			return preferMore(votes, 0)
		})
	},
	explain: func(t *trace) {
		var votes [2]int
		longer := t.counts[0].length - t.counts[1].length
		t.fact("lengths %d and %d differ by %d", t.counts[0].length, t.counts[1].length, longer)
		for w := range t.terms {
			x, y := t.counts[0].freq[w], t.counts[1].freq[w]
			if x == y {
				continue
			}
			vote := "no vote"
			if x-y == longer {
				d := 0
				if longer < 0 {
					d = 1
				}
				votes[d]++
				vote = "a vote for " + t.name(d)
			}
			t.fact("c(%s): %d and %d differ by %d: %s", t.term(w), x, y, x-y, vote)
		}
		t.preferVotes(votes)
	},
}

func sign(n int32) int { return preferMore(n, 0).Preference() }
