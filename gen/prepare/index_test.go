package prepare

import (
	"testing"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/gen/analysis"
	"github.com/axiomine/axiomine/gen/index"
)

// TestAgree: files are the same by their checksums, in any order and whatever their names.
func TestAgree(t *testing.T) {
	type file = index.SourceFile
	a, b, other := file{Name: "a", SHA256: "123456789"}, file{Name: "b", SHA256: "2"}, file{Name: "a", SHA256: "3"}
	renamed := file{Name: "c", SHA256: "123456789"}
	for _, c := range []struct {
		here, there []file
		want        bool
	}{
		{[]file{a, b}, []file{b, a}, true}, {[]file{a}, []file{renamed}, true}, {[]file{a}, []file{other}, false},
		{[]file{a}, []file{a, b}, false}, {nil, []file{a}, true}, {[]file{a}, nil, true},
	} {
		if got := FilesAgree(c.here, c.there); got != c.want {
			t.Errorf("%v and %v: %v, want %v", c.here, c.there, got, c.want)
		}
	}
	if got, want := FileNames([]file{a, b, other, b, b}), "a (12345678), b (2), a (3), ..."; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	if got, want := FileNames([]file{a, b, other}), "a (12345678), b (2), a (3)"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

// Every language of the configuration has an analyser, and where texts are found to be in it the flag is named.
func TestLanguages(t *testing.T) {
	for _, l := range configs.Languages {
		loaded, err := configs.Load("", nil)
		if err != nil {
			t.Fatal(err)
		}
		if err := loaded.Set("gen.language", l.Code); err != nil {
			t.Fatal(err)
		}
		a, err := Analyser(&loaded.Config)
		if err != nil {
			t.Errorf("%s: %v", l.Code, err)
			continue
		}
		if o := a.Options(); o.Stopwords != analysis.None && len(a.Lists().Stopwords) < 40 {
			t.Errorf("%s: %d stop words", l.Code, len(a.Lists().Stopwords))
		}
		if got := foreignHint(analysis.Foreign{Language: l.Name}); got != "--language "+l.Code {
			t.Errorf("%s: %s", l.Name, got)
		}
	}
}

func TestForeignHint(t *testing.T) {
	for _, c := range []struct {
		f    analysis.Foreign
		want string
	}{
		{analysis.Foreign{Script: "Cyrillic"}, "--set stemmer=none --set stopwords=none"}, // Ukrainian, say
		{analysis.Foreign{Script: "Thai", Uncut: true}, "--set tokenizer=wordpiece --set stemmer=none --set stopwords=none --vocab FILE"},
		{analysis.Foreign{Letters: 0.02}, "--set tokenizer=unicode"},
	} {
		if got := foreignHint(c.f); got != c.want {
			t.Errorf("%+v: %s, want %s", c.f, got, c.want)
		}
	}
}
