package index

import (
	"errors"
	"fmt"
	"os"
	"runtime"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/parallel"
	"github.com/axiomine/axiomine/internal/testkit/must"
)

// An index that another process cuts while it is mapped is bad input, in any worker's goroutine: it ended the process.
func TestIndexCutWhileRead(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("a mapped file cannot be cut there")
	}
	x := builtIndex(t, 3000, func(d int) corpus.Doc {
		return corpus.Doc{ID: fmt.Sprint(d), Text: strings.Repeat(fmt.Sprint("w", d, " "), 9)}
	})
	must.Do(t, os.Truncate(x.files[idsFile].path, 0))
	err := parallel.Each(t.Context(), 2, x.NumDocs(), func(int) func(int) error {
		return func(d int) error {
			if x.DocID(uint32(d)) != fmt.Sprint(d) {
				t.Errorf("document %d is %s", d, x.DocID(uint32(d)))
			}
			return nil
		}
	})
	if e := new(errs.Error); !errors.As(err, &e) || e.Kind != errs.Input {
		t.Errorf("%v", err)
	}
}
