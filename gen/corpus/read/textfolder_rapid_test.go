package read

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/gen/corpus/internal/fileform"
	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/testkit/must"
	"pgregory.net/rapid"
)

// Every file below a folder of texts is a document, whose path is its id, or is counted, whatever its name and its bytes.
func TestAnyTextFolder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		dir := must.Get(os.MkdirTemp("", "texts"))(t)
		defer os.RemoveAll(dir)
		part := rapid.StringMatching(`[a-zé字 #%&'+;=@~_.,-]{1,8}`).Filter(func(s string) bool { return !strings.HasPrefix(s, ".") })
		names := rapid.SliceOfNDistinct(rapid.Custom(func(t *rapid.T) string {
			name := part.Draw(t, "name") + rapid.SampledFrom([]string{".txt", ".md", ".markdown", ".text"}).Draw(t, "ending")
			return strings.Repeat("sub/", rapid.IntRange(0, 2).Draw(t, "depth")) + name
		}), 1, 8, rapid.ID[string]).Draw(t, "names")
		heading := map[string]string{}
		for _, name := range names {
			text := rapid.SampledFrom([]string{"# A title\nbody\n", "plain words\n", "", " \n", "\xff\xfe\xfd words", "\ufeffbody\r\n",
				"caf\xe9\n", "# only\n", "a\x00b\n", "Under\n===\nbody"}).Draw(t, "text")
			path := filepath.Join(dir, name)
			must.Do(t, os.MkdirAll(filepath.Dir(path), 0o777))
			must.Do(t, os.WriteFile(path, []byte(text), 0o666))
			if markdown := strings.HasSuffix(name, ".md") || strings.HasSuffix(name, ".markdown"); markdown && text == "# A title\nbody\n" {
				heading[strings.Join(strings.Fields(strings.ReplaceAll(name, " ", "_")), "_")] = "A title"
			}
		}
		var rep Report
		docs, err := collect(dir, Text, Options{}, &rep)
		if err != nil {
			if len(docs) > 0 || !isFault(err, errs.Input) {
				t.Fatal(err)
			}
			return // none of them has a text
		}
		counted := 0
		for _, reason := range []string{fileform.OtherFile, fileform.ReadmeFile, fileform.TextWithout, "empty file"} {
			counted += count(&rep, reason)
		}
		if len(docs)+counted < len(names) {
			t.Fatalf("%d documents and %d counted, of %q:\n%s", len(docs), counted, names, &rep)
		}
		for _, d := range docs {
			if d.ID == "" || strings.ContainsAny(d.ID, " \x00\n") || heading[d.ID] != "" && d.Title != heading[d.ID] {
				t.Fatalf("document %+v", d)
			}
		}
	})
}
