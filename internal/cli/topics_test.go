package cli

import (
	"strings"
	"testing"

	"github.com/axiomine/axiomine/internal/cli/manual"
	"github.com/axiomine/axiomine/internal/testkit/must"
)

// TestTopicNames: a page is asked for by the name of a file or of a flag too, and the list has a line for each page.
func TestTopicNames(t *testing.T) {
	for word, want := range map[string]string{"account.json": "records", "Ratio": "ratio", "delta-star": "axioms"} {
		must.Equal(t, topicName(word), want, "%s", word)
	}
	text := topicList([]manual.Page{{Name: "a"}, {Name: "b"}})
	if strings.Count(text, "(axiomine help TOPIC)") != 1 || !strings.Contains(text, "\n  a ") || !strings.Contains(text, "\n  b ") {
		t.Errorf("%s", text)
	}
}
