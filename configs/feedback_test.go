package configs

import (
	"strings"
	"testing"
)

// TestParseFeedback: parts that are left out have their defaults; what is no part, out of bounds or there twice is refused by name.
func TestParseFeedback(t *testing.T) {
	for text, want := range map[string]string{
		"":                                       "docs=10,terms=10,mu=0,weight=0.5",
		"weight=.6":                              "docs=10,terms=10,mu=0,weight=0.6",
		" mu = 3e3, docs=5 ,terms=500,weight=1 ": "docs=5,terms=500,mu=3000,weight=1",
	} {
		f, err := ParseFeedback(text)
		if again, _ := ParseFeedback(f.String()); err != nil || f.String() != want || again != f || canonicalFeedback(text) != want {
			t.Errorf("%q: %s, %v, want %s", text, f, err, want)
		}
	}
	for _, text := range []string{"docs=0", "docs=1.5", "docs=1e99",
		"terms=-1", "terms=", "mu=-1", "mu=Inf", "mu=nan", "weight=1.1", "weight=x", "hits=5",
		"10", "docs=1,docs=2"} {
		if _, err := ParseFeedback(text); err == nil || !strings.Contains(err.Error(), "gen.feedback: ") || canonicalFeedback(text) != text {
			t.Errorf("%q: %v", text, err)
		}
	}
}
