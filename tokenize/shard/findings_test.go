package shard

import (
	"strings"
	"testing"

	"github.com/axiomine/axiomine/internal/testkit/must"
)

// TestLeftOutIsFound: what a format leaves out is a finding, whatever it is, unless the counts of pointwise rows and of scores tell of it.
func TestLeftOutIsFound(t *testing.T) {
	for what, isFound := range map[string]bool{
		"pairs without two scores": true, "three-class pairs": true, "pairs with a text without Duet's terms": true, "anything": true,
		"pairs that the scores contradict": false, "pointwise rows whose input an earlier row has": false,
	} {
		m := &Manifest{Warnings: map[string]int{what + " left out of duet": 3}}
		must.Equal(t, strings.Join(m.Findings(), " ") == "duet: 3 "+what+": left out", isFound, "%s: %q", what, m.Findings())
	}
}
