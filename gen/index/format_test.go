package index

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/internal/result/filesys"
	"github.com/axiomine/axiomine/internal/testkit/budgettest"
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
	folder, err := filesys.Open(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { folder.Close() })
	return folder
}

// TestCountsOfHeader: by hand. Documents, terms and forms have numbers of 32 bits, and there is a document at least. A header with counts
// that are in range lacks its files here.
func TestCountsOfHeader(t *testing.T) {
	for _, c := range []struct {
		counts string
		want   bool
	}{
		{`"docs":1`, true}, {`"docs":0`, false}, {`"docs":4294967295`, true}, {`"docs":4294967296`, false},
		{`"docs":1,"terms":4294967295`, true}, {`"docs":1,"terms":4294967296`, false}, {`"docs":1,"terms":-1`, false},
		{`"docs":1,"forms":4294967295`, true}, {`"docs":1,"forms":4294967296`, false}, {`"docs":1,"forms":-1`, false},
		{`"docs":1,"tokens":1152921504606846975`, true}, {`"docs":1,"tokens":1152921504606846976`, false}, {`"docs":1,"tokens":-1`, false},
	} {
		body := []byte("{" + c.counts + "}")
		_, err := parseHeader("header", fmt.Appendf(nil, "%s %d %s\n%s", magic, version, digest(xxhash.Sum64(body)), body))
		want := map[bool]string{true: "its list of files differs", false: "its counts are out of range"}[c.want]
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want that %s", c.counts, err, want)
		}
	}
}
