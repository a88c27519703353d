package axioms

var tflnc = &definition{
	spec: Spec{
		ID:      "tf-lnc",
		Title:   "Longer by nothing but query terms",
		Family:  "length normalisation",
		Formula: "each distinct query term t with c(t,d1) > c(t,d2) and |d1| = |d2| + c(t,d1) - c(t,d2) votes for d1; mirrored for d2",
		Source:  "Klose, thesis 2021; after Fang, Tao, Zhai 2011, TF-LNC",
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
			for t := range x.of {
				// The difference in length has the sign of the difference in count, so each term votes at most once.
				if more := x.of[t] - y.of[t]; more == longer {
					votes += sign(more)
				}
			}
			return more(votes, 0)
		})
	},
}

func sign(n int32) int { return more(n, 0).Preference() }
