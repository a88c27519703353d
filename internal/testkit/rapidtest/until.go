// Package rapidtest checks properties whose random inputs must reach a case of interest.
package rapidtest

import (
	"testing"

	"pgregory.net/rapid"
)

// CheckUntil checks the property as rapid.Check does, and goes on with further random inputs until reached reports that the case
// of interest was among them. It fails when a hundred rounds did not reach the case. A round of the race detector has six inputs by day.
func CheckUntil(t *testing.T, reached func() bool, property func(*rapid.T)) {
	t.Helper()
	for range 100 {
		rapid.Check(t, property)
		if reached() {
			return
		}
	}
	t.Error("no random input reached the case of interest")
}
