package analysis

import (
	"bufio"
	"compress/gzip"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"golang.org/x/text/cases"
	"golang.org/x/text/language"
	"pgregory.net/rapid"
)

// golden opens a file of ../shared/golden, seen from the module's root, or skips.
func golden(t *testing.T, name string) *bufio.Scanner {
	t.Helper()
	f, err := os.Open(filepath.Join("..", "..", "..", "shared", "golden", name))
	if err != nil {
		t.Skipf("golden vectors are not here: %v", err)
	}
	t.Cleanup(func() { f.Close() })
	z, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	return bufio.NewScanner(z)
}

// The vectors are NLTK's. Two of them are no words, and go-porterstemmer differs there.
func TestStemmersAgreeWithNLTK(t *testing.T) {
	lines := golden(t, "stem/english.tsv.gz")
	english, porter := stemmers["snowball:english"], stemmers["porter"]
	var words int
	var differ []string
	for lines.Scan() {
		f := strings.Split(lines.Text(), "\t")
		words++
		if got := english(f[0]); got != f[1] {
			t.Errorf("snowball:english of %q = %q, NLTK has %q", f[0], got, f[1])
		}
		if got := porter(f[0]); got != f[2] {
			differ = append(differ, f[0]+" "+got+" "+f[2])
		}
	}
	if words != 23009 { // golden/README.md
		t.Errorf("%d words, want 23009", words)
	}
	if len(differ) != 2 {
		t.Errorf("porter differs on %d words, want 2: %q", len(differ), differ)
	}
	t.Logf("porter differs (word, ours, NLTK): %q", differ)
}

// plain is the definition of alnum: lower-case the text, then take the runs of [a-z0-9].
func plain(text string) []string {
	return regexp.MustCompile(`[a-z0-9]+`).FindAllString(cases.Lower(language.Und).String(text), -1)
}

func tokens(t testing.TB, tokenizer, text string) []string {
	t.Helper()
	a, err := New(Options{Tokenizer: tokenizer, Stemmer: None, Stopwords: None})
	if err != nil {
		t.Fatal(err)
	}
	return a.Terms(text)
}

func TestTokenizers(t *testing.T) {
	for _, c := range []struct{ tokenizer, text, want string }{
		{"alnum", "", ""},
		{"alnum", " -- ", ""},
		{"alnum", "The U.S. won 3,000 medals", "the u s won 3 000 medals"},
		{"alnum", "d'Artagnan's", "d artagnan s"},
		{"alnum", "naïve café", "na ve caf"},
		{"alnum", "5\u212a \u0130zmir x\u0130", "5k i zmir xi"},
		{"alnum", "a\xe2\x84", "a"}, // the Kelvin sign cut short
		{"alnum", "a\xc4", "a"},
		{"unicode", "Naïve CAFÉ, Ελλάδα 3½ ΩΜΈΓΑ", "naïve café ελλάδα 3½ ωμέγα"},
		{"unicode", "a\u0301b_c\xffd", "a\u0301b c d"},
	} {
		if got := tokens(t, c.tokenizer, c.text); strings.Join(got, " ") != c.want {
			t.Errorf("%s of %q = %q, want %q", c.tokenizer, c.text, got, c.want)
		}
	}
}

func TestAlnumIsItsPlainDefinition(t *testing.T) {
	text := rapid.StringOf(rapid.OneOf(
		rapid.RuneFrom([]rune("aZ09 -.'\u0130\u212aéßΣ\u0307\u00a0")), rapid.Rune()))
	rapid.Check(t, func(t *rapid.T) {
		s := text.Draw(t, "text")
		a, _ := New(Options{"alnum", None, None})
		if got, want := a.Terms(s), plain(s); !slices.Equal(got, want) {
			t.Fatalf("alnum of %q = %q, want %q", s, got, want)
		}
	})
}

func FuzzTokenizers(f *testing.F) {
	for _, seed := range []string{"", "The U.S.", "\u0130\u212a", "a\xe2\x84", "\xff\xfe", "日本語 text"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		for name := range tokenizers {
			for _, token := range tokens(t, name, text) {
				if again := tokens(t, name, token); len(again) != 1 || again[0] != token {
					t.Errorf("%s: token %q is cut into %q when read again", name, token, again)
				}
			}
		}
	})
}

func TestStopListComesBeforeTheStemmer(t *testing.T) {
	list := filepath.Join(t.TempDir(), "stop.txt")
	os.WriteFile(list, []byte("\ufeff# ours\nRunning\r\ndon't\n\n"), 0o666)
	a, err := New(Options{"alnum", "snowball:english", list})
	if err != nil {
		t.Fatal(err)
	}
	if want := []string{"don", "running", "t"}; !slices.Equal(a.Stopwords(), want) {
		t.Errorf("stop words %q, want %q", a.Stopwords(), want)
	}
	// "runs" has the stem of "running" but is another surface form.
	if got, want := a.Terms("Running runs don't stop"), []string{"run", "stop"}; !slices.Equal(got, want) {
		t.Errorf("terms %q, want %q", got, want)
	}
	b, err := Restore(a.Options(), a.Stopwords())
	if err != nil {
		t.Fatal(err)
	}
	if got := b.Terms("running runs"); !slices.Equal(got, []string{"run"}) {
		t.Errorf("restored analyser gives %q", got)
	}
}

// A file that is no text can hold a "word" of megabytes.
func TestVeryLongWords(t *testing.T) {
	word := strings.Repeat("y", 1<<20)
	for stemmer := range stemmers {
		a, err := New(Options{"alnum", stemmer, None})
		if err != nil {
			t.Fatal(err)
		}
		if got := a.Terms(word + " stop"); len(got) != 2 || got[0] != word {
			t.Errorf("%s: %d terms", stemmer, len(got))
		}
	}
}

func TestEnglishStopwords(t *testing.T) {
	if len(englishWords) != 128 || !slices.IsSorted(englishWords) || len(slices.Compact(slices.Clone(englishWords))) != 128 {
		t.Errorf("%d words, want 128 different ones in byte order", len(englishWords))
	}
	raw, err := os.ReadFile(filepath.Join("..", "..", "..", "shared", "notes", "stopwords-study.txt"))
	if err != nil {
		t.Skipf("the study's list is not here: %v", err)
	}
	want := strings.Fields(string(raw))
	slices.Sort(want)
	if !slices.Equal(englishWords, want) {
		t.Error("the list differs from the study's")
	}
}

func TestOptions(t *testing.T) {
	if err := Defaults().Validate(); err != nil {
		t.Errorf("defaults: %v", err)
	}
	if got, want := Defaults().String(), "tokenizer=alnum stemmer=snowball:english stopwords=none"; got != want {
		t.Errorf("String = %q, want %q", got, want)
	}
	err := Options{"words", "snowball", ""}.Validate()
	for _, part := range []string{`tokenizer: "words"`, `stemmer: "snowball"`, "stopwords: empty"} {
		if err == nil || !strings.Contains(err.Error(), part) {
			t.Errorf("error %v does not name %s", err, part)
		}
	}
	if _, err := New(Options{"alnum", None, "/no/such/file"}); err == nil {
		t.Error("a stop list that is not there is no error")
	}
}

func BenchmarkEach(b *testing.B) {
	a, _ := New(Defaults())
	text := strings.Repeat("Formations in the Titlis glacier cave, approximately 60 m high. ", 6)
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	n := 0
	for b.Loop() {
		a.Each(text, func(surface []byte) { n += len(surface) })
	}
}
