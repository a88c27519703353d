package pairs

import (
	"fmt"
	"testing"

	"github.com/axiomine/axiomine/internal/testkit/must"
)

// TestParseMadeID: an id that lnc2 made is read back as its source and how often that is repeated; others are none.
func TestParseMadeID(t *testing.T) {
	for id, want := range map[string]string{"d~2": "d 2 true", "d~12": "d 12 true", "d~1": "d 1 true", "a~b~3": "a~b 3 true",
		"d~0": "d 0 false", "d~-2": "d -2 false", "d~": "d 0 false", "d~x": "d 0 false", "d": " 0 false", "": " 0 false"} {
		source, times, ok := ParseMadeID(id)
		must.Equal(t, fmt.Sprintf("%s %d %v", source, times, ok), want, "%s", id)
	}
}
