package analysis

import (
	"crypto/sha256"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/internal/testkit/must"
)

// TestDigests: the terms of a text in each language, and the stop list of its name, are what they always were. A row of
// testdata/digests/terms.tsv is a language, a tokenizer, and digests of the list's words and of the text's terms, cut by that
// tokenizer, with the language's stop list and stemmer where it has them. UPDATE=1 writes the file anew.
func TestDigests(t *testing.T) {
	digest := func(words []string) string {
		return fmt.Sprintf("%d:%.8x", len(words), sha256.Sum256([]byte(strings.Join(words, "\n"))))
	}
	texts := must.Get(os.ReadFile(filepath.Join("testdata", "digests", "texts.tsv")))(t)
	text := map[string]string{}
	for line := range strings.Lines(string(texts)) {
		language, sentence, _ := strings.Cut(strings.TrimSpace(line), "\t")
		text[language] = sentence
	}
	var got strings.Builder
	row := func(language, list, stemmer, sentence string) {
		for _, tokenizer := range []string{"alnum", "alpha", "unicode", "words"} {
			a := must.Get(New(Options{Tokenizer: tokenizer, Stemmer: stemmer, Stopwords: list}))(t)
			fmt.Fprintf(&got, "%s\t%s\t%s\t%s\n", language, tokenizer, digest(a.Lists().Stopwords), digest(a.Terms(sentence)))
		}
	}
	for _, l := range languages {
		if text[l.name] == "" {
			t.Errorf("%s has no text", l.name)
		}
		list, stemmer := None, None
		if StopWords(l.name) != nil {
			list = l.name
		}
		if _, ok := stemmers[snowballPrefix+l.name]; ok {
			stemmer = snowballPrefix + l.name
		}
		row(l.name, list, stemmer, text[l.name])
	}
	row("lucene", "lucene", "porter", text["english"])
	row("inquery", "inquery", None, text["english"])
	file := filepath.Join("testdata", "digests", "terms.tsv")
	if os.Getenv("UPDATE") != "" {
		must.Do(t, os.WriteFile(file, []byte(got.String()), 0o644))
	}
	want := must.Get(os.ReadFile(file))(t)
	if got.String() != string(want) {
		t.Errorf("got\n%s\nwant\n%s", got.String(), want)
	}
}

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
