package chars

import (
	"testing"

	"github.com/axiomine/axiomine/internal/testkit/must"
)

// TestNFCByOlderTables: a mark that HF's tables do not know moves and joins as little as a letter.
func TestNFCByOlderTables(t *testing.T) {
	for text, want := range map[string]string{"e\u0301": "é", "a\u0301\u0323": "ạ\u0301", "a\u1df6\u0301": "a\u1df6\u0301",
		"e\u0301\u08d3\u0323\u0301": "é\u08d3\u0323\u0301", "\U00011935\U00011930": "\U00011935\U00011930", "": ""} {
		must.Equal(t, NFC.String(text), want, "%+q", text)
	}
}
