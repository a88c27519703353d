package collection

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/gen/corpus/read"
	"github.com/axiomine/axiomine/internal/testkit/must"
)

// TestPipeIsNoCollection: what can be read once only is refused as such, not as an empty file.
func TestPipeIsNoCollection(t *testing.T) {
	for _, format := range []read.Format{read.Auto, read.Table, read.Triples} {
		c := &configs.Gen{}
		c.Data, c.Format = os.DevNull, format
		_, err := FindCollection(c)
		if err == nil || !strings.Contains(err.Error(), "it is a pipe or a device; hint: save it to a file first") {
			t.Errorf("%s: %v", format, err)
		}
	}
}

// TestCranfieldTextsOnce: Cranfield's texts begin with their titles, whether the folder or the file of documents is named.
func TestCranfieldTextsOnce(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "cran.all.1400")
	must.Do(t, os.WriteFile(file, []byte(".I 1\n.T\nwind\n.A\n.B\n.W\nwind\nlift\n"), 0o600))
	for _, path := range []string{dir, file} {
		c := &configs.Gen{}
		c.Format, c.DocFields, c.Data = read.Auto, "auto", dir
		if path == file {
			c.Data, c.Collection = "", file
		}
		col, err := FindCollection(c)
		if err != nil || !slices.Equal(col.Options.DocFields, []string{"text"}) {
			t.Errorf("%s: %v, %v", path, col, err)
		}
	}
}
