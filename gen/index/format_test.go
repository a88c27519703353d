package index

import (
	"bytes"
	"fmt"
	"testing"

	"github.com/axiomine/axiomine/internal/result/filesys"
	"github.com/axiomine/axiomine/internal/testkit/budgettest"
	"github.com/axiomine/axiomine/internal/testkit/must"
	"github.com/cespare/xxhash/v2"
)

// FuzzHeader gives headers with a right checksum around any JSON.
func FuzzHeader(f *testing.F) {
	for _, seed := range []string{"", "{}", `{"docs":-1}`, `{"docs":1,"terms":4611686018427387904}`, `{"docs":1,"files":[{"name":"docs"}]}`} {
		f.Add([]byte(seed))
	}
	budgettest.Fuzz(f, func(t *testing.T, body []byte) {
		raw := fmt.Appendf(nil, "%s %d %s\n%s", magic, version, digest(xxhash.Sum64(body)), body)
		if h, err := parseHeader("header", raw); err == nil {
			h.sizes()
		}
		if _, err := parseHeader("header", body); err == nil && !bytes.HasPrefix(body, []byte(magic)) {
			t.Errorf("%q passes for a header", body)
		}
	})
}

// opened is a folder of its own.
func opened(t *testing.T) *filesys.Root {
	t.Helper()
	folder := must.Get(filesys.Open(t.TempDir()))(t)
	t.Cleanup(func() { folder.Close() })
	return folder
}
