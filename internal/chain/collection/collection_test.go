package collection

import (
	"os"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/gen/corpus"
)

// TestPipeIsNoCollection: what can be read once only is refused as such, not as an empty file.
func TestPipeIsNoCollection(t *testing.T) {
	for _, format := range []corpus.Format{corpus.Auto, corpus.Table, corpus.Triples} {
		c := &configs.Gen{}
		c.Data, c.Format = os.DevNull, format
		_, err := FindCollection(c)
		if err == nil || !strings.Contains(err.Error(), "it is a pipe or a device; hint: save it to a file first") {
			t.Errorf("%s: %v", format, err)
		}
	}
}
