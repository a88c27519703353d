package plainfile

import (
	"bytes"
	"compress/gzip"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/testkit/must"
)

// put writes a file and returns its path.
func put(t *testing.T, name, content string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	must.Do(t, os.WriteFile(path, []byte(content), 0o600))
	return path
}

// packed returns a text as gzip.
func packed(t *testing.T, text string) string {
	t.Helper()
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	must.Get(w.Write([]byte(text)))(t)
	must.Do(t, w.Close())
	return b.String()
}

// refusal returns the error of a file that is not opened, which must be one of the input.
func refusal(t *testing.T, path string) string {
	t.Helper()
	f, err := Open(path, nil)
	if err == nil {
		f.Close()
		t.Fatalf("%s: it is opened", path)
	}
	if e, ok := errors.AsType[*errs.Error](err); !ok || e.Kind != errs.Input {
		t.Errorf("%s: %v, want an error of the input", path, err)
	}
	return err.Error()
}

// TestRefusedForms: every form that is refused is named, with a command that holds the file's path.
func TestRefusedForms(t *testing.T) {
	for _, f := range RefusedForms {
		begin := strings.Repeat("x", f.offset) + f.magic
		for _, content := range []string{begin + "rest", packed(t, begin+"rest")} {
			path := put(t, "fr94.0z", content)
			if got := refusal(t, path); !strings.HasPrefix(got, path+": "+f.Name+" is not read; hint: ") ||
				!strings.Contains(got, " "+path) && !strings.Contains(got, "'"+path+"'") {
				t.Errorf("%s: error %v", f.Name, got)
			}
			bad := UnreadForm(path)
			if content == begin+"rest" && (bad == nil || bad.Problem != f.Name+" is not read" || !strings.Contains(bad.Hint, path)) {
				t.Errorf("%s: %v", f.Name, bad)
			}
		}
	}
	for name, content := range map[string]string{"a.xlsx": "PK\x03\x04", "a.ods": "PK\x03\x04", "a": "PK\x03\x04 [Content_Types].xml"} {
		must.Contain(t, refusal(t, put(t, name, content)), "pandas.read_excel", "%s", name)
	}
}

// TestWhole: the whole content is read at any offset, of a plain file and of a packed one, and again from its beginning.
func TestWhole(t *testing.T) {
	for name, content := range map[string]string{"plain": "a table", "packed": packed(t, "a table")} {
		f := must.Get(Open(put(t, name, content), nil))(t)
		whole := must.Get(f.Whole())(t)
		end := make([]byte, 5)
		if _, err := whole.ReadAt(end, whole.Size()-5); err != nil || string(end) != "table" {
			t.Errorf("%s: %q at the end (%v)", name, end, err)
		}
		if text, err := io.ReadAll(f); err != nil || string(text) != "a table" || (f.Plain.Packing == "gzip") != (name == "packed") {
			t.Errorf("%s, packed as %q: %q (%v)", name, f.Plain.Packing, text, err)
		}
		f.Close()
	}
}

// TestDecodeUTF16: a text in UTF-16 is told by its mark or by its NUL letters, and a text without them never.
func TestDecodeUTF16(t *testing.T) {
	for content, isUTF16 := range map[string]bool{
		"\xff\xfea\x00b\x00": true, "\xfe\xff\x00a\x00b": true, "a\x00b\x00c\x00d\x00": true, "\x00a\x00b\x00c\x00d": true,
		"abcd": false, "a\x00bcdefgh": false, "": false,
	} {
		f := must.Get(Open(put(t, "text", content), nil))(t)
		if f.DecodeUTF16() != isUTF16 {
			t.Errorf("%q: UTF-16 is not %v", content, isUTF16)
		}
		text, err := io.ReadAll(f)
		if err != nil || isUTF16 && !strings.HasPrefix(string(text), "ab") || !isUTF16 && string(text) != content {
			t.Errorf("%q: %q (%v)", content, text, err)
		}
		f.Close()
	}
}
