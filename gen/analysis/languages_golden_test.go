package analysis

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/internal/testkit/must"
)

// TestLanguagesAgreeWithLucene: the terms of sentences of our own in sixteen languages are those of Lucene 9.12.3, whose answers lie in
// testdata/languages with the program that asked for them.
func TestLanguagesAgreeWithLucene(t *testing.T) {
	for code, name := range map[string]string{"da": "danish", "de": "german", "es": "spanish", "fi": "finnish", "fr": "french",
		"hu": "hungarian", "it": "italian", "nl": "dutch", "no": "norwegian", "pt": "portuguese", "ro": "romanian", "ru": "russian",
		"sv": "swedish", "tr": "turkish", "zh": "", "ja": ""} {
		o := Options{Tokenizer: "unicode", Stemmer: None, Stopwords: None}
		if name != "" {
			o.Stemmer, o.Stopwords = "snowball:"+name, name
		}
		a := must.Get(New(o))(t)
		read := func(ending string) []string {
			raw := must.Get(os.ReadFile(filepath.Join("testdata", "languages", code+ending)))(t)
			return strings.Split(strings.TrimSuffix(string(raw), "\n"), "\n")
		}
		texts, want := read(".txt"), read(".terms")
		if len(texts) != len(want) {
			t.Fatalf("%s: %d lines and %d answers", code, len(texts), len(want))
		}
		for i, text := range texts {
			if got := a.Terms(text); !slices.Equal(got, strings.Fields(want[i])) {
				t.Errorf("%s:%d: %q\n got %v\nwant %v", code, i+1, text, got, want[i])
			}
		}
	}
}
