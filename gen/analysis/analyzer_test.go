package analysis

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/internal/testkit/budgettest"
	"github.com/axiomine/axiomine/internal/testkit/golden"
	"github.com/axiomine/axiomine/internal/testkit/must"
	"github.com/kljensen/snowball/english"
	"golang.org/x/text/cases"
	und "golang.org/x/text/language"
	"pgregory.net/rapid"
)

// The vectors are NLTK's.
func TestStemmersAgreeWithNLTK(t *testing.T) {
	english, porter := stemmers["snowball:english"], stemmers["porter"]
	for i, folder := range golden.Folders(t, "stem") {
		words := 0
		for line := range strings.Lines(string(golden.Contents(t, folder, "english.tsv.gz"))) {
			f := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
			words++
			if got := english(f[0]); got != f[1] {
				t.Errorf("snowball:english of %q = %q, NLTK has %q", f[0], got, f[1])
			}
			if got := porter(f[0]); got != f[2] {
				t.Errorf("porter of %q = %q, NLTK has %q", f[0], got, f[2])
			}
		}
		must.Equal(t, words, []int{6959, 23009}[i], "%s: words", folder) // the READMEs beside the vectors
	}
}

// What NLTK 3.10 gives for common words. Of the 5,000 most common ones of each language all 70,000 but 599 have NLTK's stems: 501 of
// them Arabic, 46 Hungarian, 30 Italian, 18 Russian, 4 Portuguese, whose programs differ in age.
func TestSnowballAgreesWithNLTK(t *testing.T) {
	for language, words := range map[string]string{
		"arabic":     "العربية عرب بواسطة واسط المناطق مناطق القديمة قديم",
		"danish":     "efterfølgende efterfølg overraskelse overrask usædvanligt usædvan",
		"dutch":      "uiteindelijk uiteind onafhankelijk onafhank geïnspireerd geinspireerd schilderijen schilderij",
		"finnish":    "toivottavasti toivottav näkökulmasta näkökulm päätöksiä päätöks",
		"french":     "organisation organis commentaires commentair étrangères étranger précédente précédent",
		"german":     "insbesondere insbesond öffentlichkeit offent funktionieren funktioni verbindungen verbind",
		"hungarian":  "kapcsolatban kapcsolat önkormányzat önkormányz változások változás rendelkezésre rendelkezés",
		"italian":    "probabilmente probabil tradizionale tradizional maggiormente maggior conservazione conserv",
		"norwegian":  "internasjonale internasjonal eksisterende eksister statsministeren statsminister",
		"portuguese": "universidade univers características característ atualização atualiz",
		"romanian":   "întotdeauna întotdeaun înțelegere înțeleg personalități personalităț cercetările cercetăr",
		"russian":    "просто прост города город некоторые некотор история истор",
		"spanish":    "organización organiz herramientas herramient funcionamiento funcion conservación conserv",
		"swedish":    "verkligheten verk motståndare motstånd invandringen invandring",
	} {
		pairs := strings.Fields(words)
		for i := 0; i < len(pairs); i += 2 {
			must.Equal(t, stemmers[snowballPrefix+language](pairs[i]), pairs[i+1], "%s: %s has the stem", language, pairs[i])
		}
	}
}

// plain is the definition of alnum: lower-case the text, then take the runs of [a-z0-9].
func plain(text string) []string {
	return regexp.MustCompile(`[a-z0-9]+`).FindAllString(cases.Lower(und.Und).String(text), -1)
}

func tokens(t testing.TB, tokenizer, text string) []string {
	t.Helper()
	a := must.Get(New(Options{Tokenizer: tokenizer, Stemmer: None, Stopwords: None}))(t)
	return a.Terms(text)
}

// The library's stems of all endings of three letters, after beginnings that put them into each region of a word.
func TestEnglishStemsAreTheLibrary(t *testing.T) {
	letters := strings.Split("abcdefghijklmnopqrstuvwxyz0é'", "")
	for _, begin := range []string{"", "b", "ab", "babab", "gener", "babl"} {
		for _, x := range letters {
			for _, y := range letters {
				for _, z := range letters {
					if word := begin + x + y + z; stemEnglish(word) != english.Stem(word, true) {
						t.Fatalf("%s: %s, want %s", word, stemEnglish(word), english.Stem(word, true))
					}
				}
			}
		}
	}
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
		{"alpha", "The U.S. won 3,000 medals in 2nd place: x\u0130", "the u s won medals in nd place xi"},
		{"words", "Naïve CAFÉ, Ελλάδα 3½ ΩΜΈΓΑ", "naïve café ελλάδα 3½ ωμέγα"},
		{"words", "a\u0301b_c\xffd 日本語", "a\u0301b c d 日本語"},
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
		a, _ := New(Options{Tokenizer: "alnum", Stemmer: None, Stopwords: None})
		if got, want := a.Terms(s), plain(s); !slices.Equal(got, want) {
			t.Fatalf("alnum of %q = %q, want %q", s, got, want)
		}
	})
}

func FuzzTokenizers(f *testing.F) {
	for _, seed := range []string{"", "The U.S.", "\u0130\u212a", "a\xe2\x84", "\xff\xfe", "日本語 text", "e\u0301\u00ad\u0301",
		"ｶﾞ\u3099か"} {
		f.Add(seed)
	}
	budgettest.Fuzz(f, func(t *testing.T, text string) {
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
	a := must.Get(New(Options{Tokenizer: "alnum", Stemmer: "snowball:english", Stopwords: list}))(t)
	if want := []string{"don", "running", "t"}; !slices.Equal(a.Lists().Stopwords, want) {
		t.Errorf("stop words %q, want %q", a.Lists().Stopwords, want)
	}
	// "runs" has the stem of "running" but is another surface form.
	if got, want := a.Terms("Running runs don't stop"), []string{"run", "stop"}; !slices.Equal(got, want) {
		t.Errorf("terms %q, want %q", got, want)
	}
	b := must.Get(Restore(a.Options(), a.Lists()))(t)
	if got := b.Terms("running runs"); !slices.Equal(got, []string{"run"}) {
		t.Errorf("restored analyser gives %q", got)
	}
}

// A file that is no text can hold a "word" of megabytes.
func TestVeryLongWords(t *testing.T) {
	word := strings.Repeat("y", 1<<20)
	for stemmer := range stemmers {
		a := must.Get(New(Options{Tokenizer: "alnum", Stemmer: stemmer, Stopwords: None}))(t)
		if got := a.Terms(word + " stop"); len(got) != 2 || got[0] != word {
			t.Errorf("%s: %d terms", stemmer, len(got))
		}
	}
}

func TestEnglishPossessives(t *testing.T) {
	for text, want := range map[string]string{
		"the cat's whiskers":          "the cat whiskers",
		"CAT'S, dogs' and O'Neill's":  "cat dogs and o neill",
		"it\u2019s Ana\uff07s":        "it ana",
		"'s 's's rock'song x's1 y's_": "s s rock song x s1 y",
		"caf\u00e9's 90's '":          "caf\u00e9 90",
		"don't":                       "don t",
		"a's'b":                       "a b",
	} {
		a := must.Get(New(Options{Tokenizer: "unicode", Stemmer: None, Stopwords: None, Possessives: true}))(t)
		must.Equal(t, strings.Join(a.Terms(text), " "), want, "%q", text)
	}
}

// What is left out is nothing but possessive endings, and a second time finds none.
func FuzzPossessives(f *testing.F) {
	for _, seed := range []string{"cat's", "'s's's", "a\u2019s\xff's", "x's'S"} {
		f.Add(seed)
	}
	budgettest.Fuzz(f, func(t *testing.T, text string) {
		got := withoutPossessives(text)
		if len(got) > len(text) || !strings.ContainsAny(text, "'\u2019\uff07") && got != text {
			t.Errorf("%q became %q", text, got)
		}
		at := 0
		for i := 0; i < len(got); i++ {
			j := strings.IndexByte(text[at:], got[i])
			if j < 0 {
				t.Fatalf("%q became %q", text, got)
			}
			at += j + 1
		}
	})
}

func writeFile(t *testing.T, content string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "list")
	must.Do(t, os.WriteFile(path, []byte(content), 0o666))
	return path
}

func TestStemTable(t *testing.T) {
	table := writeFile(t, "\ufeff# made by hand\nmice\tmouse\r\n\nran\trun\nran\trun\nruns\trun")
	o := Options{Tokenizer: "alnum", Stemmer: "table:" + table, Stopwords: None}
	a := must.Get(New(o))(t)
	want := []string{"mouse", "run", "running", "run"}
	if got := a.Terms("Mice ran running, runs"); !slices.Equal(got, want) {
		t.Errorf("terms %q, want %q", got, want)
	}
	must.Equal(t, o.String(), "tokenizer=alnum stemmer=table:list stopwords=none", "options")
	os.Remove(table)
	b := must.Get(Restore(a.Options().Portable(), a.Lists()))(t)
	if got := b.Terms("mice ran running runs"); !slices.Equal(got, want) || a.Fingerprint() != b.Fingerprint() {
		t.Errorf("restored: terms %q, want %q", got, want)
	}
	other := Options{Tokenizer: "alnum", Stemmer: "table:" + writeFile(t, "mice\tmous\n"), Stopwords: None}
	if c, err := New(other); err != nil || c.Fingerprint() == a.Fingerprint() {
		t.Errorf("another table of the same name is not told apart: %v", err)
	}
	for content, want := range map[string]string{
		"a\tb\na\tc\n": `:2: "a" has the stems "b" and "c"`, "a\n": ":1: no word and stem", "\ta": ":1: no word and stem",
		"a\t\n": ":1: no word and stem", "a\tb\tc": ":1: no word and stem", "# x\n": ": the table holds no stem",
	} {
		_, err := New(Options{Tokenizer: "alnum", Stemmer: "table:" + writeFile(t, content), Stopwords: None})
		must.Fail(t, err, want, "%q", content)
	}
	for _, stemmer := range []string{"table:", "table:/no/such/file"} {
		if _, err := New(Options{Tokenizer: "alnum", Stemmer: stemmer, Stopwords: None}); err == nil {
			t.Errorf("%s is no error", stemmer)
		}
	}
}

func FuzzStemTable(f *testing.F) {
	f.Add("a\tb\n# c\nd\te", "a d f")
	f.Add("\ufeffa\ta\r\n", "A")
	budgettest.Fuzz(f, func(t *testing.T, table, text string) {
		a, err := New(Options{Tokenizer: "unicode", Stemmer: "table:" + writeFile(t, table), Stopwords: None})
		if err != nil {
			return
		}
		if slices.Contains(a.Terms(text), "") {
			t.Errorf("an empty term in %q", text)
		}
		if b, err := Restore(a.Options(), a.Lists()); err != nil || b.Fingerprint() != a.Fingerprint() {
			t.Errorf("restored as another: %v", err)
		}
	})
}

// pairsOfLetters stands for a vocabulary: words cut into two letters, the later ones marked.
type pairsOfLetters struct{ name string }

func (p pairsOfLetters) Each(text string, yield func(string)) {
	for _, word := range strings.Fields(text) {
		for i := 0; i < len(word); i += 2 {
			piece := word[i:min(i+2, len(word))]
			if i > 0 {
				piece = "##" + piece
			}
			yield(piece)
		}
	}
}

func (p pairsOfLetters) Fingerprint() string { return p.name }

func TestWordPieces(t *testing.T) {
	o := Options{Tokenizer: WordPiece, Stemmer: None, Stopwords: "lucene", Pieces: pairsOfLetters{"1"}}
	a := must.Get(New(o))(t)
	if got, want := a.Terms("the caves of a glacier"), []string{"th", "##e", "ca", "##ve", "##s", "gl", "##ac", "##ie",
		"##r"}; !slices.Equal(got, want) {
		t.Errorf("pieces %q, want %q", got, want)
	}
	o.Pieces = pairsOfLetters{"2"}
	if b, err := New(o); err != nil || b.Fingerprint() == a.Fingerprint() {
		t.Errorf("another vocabulary is not told apart: %v", err)
	}
	for _, bad := range []Options{{Tokenizer: WordPiece, Stemmer: None, Stopwords: None},
		{Tokenizer: WordPiece, Stemmer: "porter", Stopwords: None, Pieces: pairsOfLetters{}}} {
		if _, err := New(bad); err == nil {
			t.Errorf("%+v is no error", bad)
		}
	}
}

// The list is that of Lucene's EnglishAnalyzer, 33 words.
func TestLuceneStopwords(t *testing.T) {
	if len(StopWords("lucene")) != 33 || !slices.IsSorted(StopWords("lucene")) || len(slices.Compact(slices.Clone(StopWords("lucene")))) != 33 {
		t.Errorf("%d words, want 33 different ones in byte order", len(StopWords("lucene")))
	}
	a := must.Get(New(Options{Tokenizer: "alnum", Stemmer: None, Stopwords: "lucene"}))(t)
	if got := a.Terms("There will be no such thing as his"); !slices.Equal(got, []string{"thing", "his"}) {
		t.Errorf("terms %q", got)
	}
}

// The list is the one that the Lemur project ships, 418 words. Whole words with the tokenizer that keeps apostrophes; cut
// ones, as of a file, with the one that does not.
func TestInqueryStopwords(t *testing.T) {
	if len(StopWords("inquery")) != 418 || !slices.IsSorted(StopWords("inquery")) || len(slices.Compact(slices.Clone(StopWords("inquery")))) != 418 {
		t.Errorf("%d words, want 418 different ones in byte order", len(StopWords("inquery")))
	}
	for tokenizer, want := range map[string][]string{"unicode": {"night", "flow"}, "alpha": {"night", "flow"}} {
		a := must.Get(New(Options{Tokenizer: tokenizer, Stemmer: None, Stopwords: "inquery"}))(t)
		if got := a.Terms("Doesn't the night spake, whereupon thou slept in a flow?"); !slices.Equal(got, want) {
			t.Errorf("%s: terms %q, want %q", tokenizer, got, want)
		}
		file, err := New(Options{Tokenizer: tokenizer, Stemmer: None, Stopwords: writeFile(t, strings.Join(StopWords("inquery"), "\n"))})
		must.Do(t, err)
		if got := a.Lists().Stopwords; !slices.Equal(got, file.Lists().Stopwords) {
			t.Errorf("%s: %d words, and %d of the same list in a file", tokenizer, len(got), len(file.Lists().Stopwords))
		}
	}
}
