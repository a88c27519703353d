package cli

import (
	"strings"
	"testing"
)

// TestTopicNames: a page is asked for by the name of a file or of a flag too, and the list has each page below its heading once.
func TestTopicNames(t *testing.T) {
	for word, want := range map[string]string{"ledger.json": "ledger", "Ratio": "ratio", "delta-star": "delta_star"} {
		if got := topicName(word); got != want {
			t.Errorf("%s: %s, want %s", word, got, want)
		}
	}
	text := topicList([]Topic{{Name: "a", Heading: "One"}, {Name: "b", Heading: "One"}, {Name: "c", Heading: "Two"}})
	if strings.Count(text, "(axiomine help TOPIC)") != 2 || strings.Index(text, "  b ") > strings.Index(text, "Two") {
		t.Errorf("%s", text)
	}
}
