package plan

import "testing"

func TestTaskLabels(t *testing.T) {
	taken := map[string]bool{"pairs": true, "mixed": true}
	for _, c := range [][2]string{{"anti_reg", "anti-reg"}, {"anti reg", "anti-reg-2"}, {"pairs", "pairs-2"}, {"tfc1(delta=10)",
		"tfc1-delta-10"},
		{"../x", "x"}, {"", "task"}, {"é", "task-2"}, {"mixed", "mixed-2"},
		// Expressions: what differs in meaning differs in words, not only in a number.
		{"m-and", "m-and"}, {"-m-and", "reverse-m-and"}, {"--m-and", "reverse-reverse-m-and"}, {"m-and & -tfc1(delta_star=0.1)",
			"m-and-with-reverse-tfc1-delta-star-0.1"},
		{"m-tdc | tf-lnc", "m-tdc-or-tf-lnc"}, {"m-tdc + tf-lnc", "m-tdc-plus-tf-lnc"}, {"-(m-tdc + tf-lnc)", "reverse-m-tdc-plus-tf-lnc"},
		{"majority(m-and, -tf-lnc; 0.4)", "majority-m-and-reverse-tf-lnc-0.4"}, {"majority(m-and, -tf-lnc(delta=0); 0.4)",
			"majority-m-and-reverse-tf-lnc-delta-0-0.4"}} {
		if got := TaskLabel(c[0], taken); got != c[1] {
			t.Errorf("%q becomes %q, want %q", c[0], got, c[1])
		}
	}
}
