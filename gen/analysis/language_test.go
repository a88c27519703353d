package analysis

import (
	"slices"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/internal/testkit/must"
)

// The opening of article 1 of the Universal Declaration of Human Rights in some languages, and what is found in a text of it.
var declaration = map[string]string{
	"arabic": "يولد جميع الناس أحرارًا متساوين في الكرامة والحقوق. وقد وهبوا عقلاً وضميرًا وعليهم أن يعامل " +
		"بعضهم بعضًا بروح الإخاء.",
	"chinese": "人人生而自由，在尊严和权利上一律平等。他们赋有理性和良心，并应以兄弟关系的精神相对待。",
	"english": "All human beings are born free and equal in dignity and rights. They are endowed with reason and conscience and should act " +
		"towards one another in a spirit of brotherhood.",
	"french": "Tous les êtres humains naissent libres et égaux en dignité et en droits. Ils sont doués de raison et de conscience et " +
		"doivent agir les uns envers les autres dans un esprit de fraternité.",
	"german": "Alle Menschen sind frei und gleich an Würde und Rechten geboren. Sie sind mit Vernunft und Gewissen begabt und sollen " +
		"einander " +
		"im Geist der Brüderlichkeit begegnen.",
	"japanese": "すべての人間は、生まれながらにして自由であり、かつ、尊厳と権利とについて平等である。",
	"korean":   "모든 인간은 태어날 때부터 자유로우며 그 존엄과 권리에 있어 동등하다.",
	"russian": "Все люди рождаются свободными и равными в своем достоинстве и правах. Они наделены разумом и совестью и должны поступать в " +
		"отношении друг друга в духе братства.",
}

func counted(text string) *Census {
	var c Census
	for range 8 { // a hundred words and more
		c.Add(text)
	}
	return &c
}

func TestForeign(t *testing.T) {
	english := Options{Tokenizer: "unicode", Stemmer: "snowball:english", Stopwords: "english"}
	german := Options{Tokenizer: "unicode", Stemmer: "snowball:german", Stopwords: "german"}
	for of, text := range declaration {
		c := counted(text)
		for _, o := range []Options{english, german} {
			own := o.language().name
			f, ok := c.Foreign(o)
			must.Equal(t, ok, (of != own), "%s read as %s: %+v", of, own, f)
			if ok && (f.Language != of || f.Analyser != own || f.Script == "" != (c.mainScript() == latinScript)) {
				t.Errorf("%s read as %s: %+v", of, own, f)
			}
		}
		own := Options{Tokenizer: "unicode", Stemmer: None, Stopwords: None}
		if f, ok := c.Foreign(own); ok {
			t.Errorf("%s without stemmer and stop list: %+v", of, f)
		}
		own.Tokenizer = "alnum"
		if f, ok := c.Foreign(own); ok != (of != "english") || f.Language != "" {
			t.Errorf("%s cut by alnum: %+v, %v", of, f, ok)
		}
	}
	// Thai has no language here, and is not cut; half of the letters are not most of them; fewer than a hundred words say nothing.
	if f, ok := counted("มนุษย์ทั้งหลายเกิดมามีอิสระ").Foreign(english); !ok || !f.Uncut || f.Language != "" {
		t.Errorf("Thai: %+v, %v", f, ok)
	}
	if f, ok := counted("abcd абвг").Foreign(english); ok {
		t.Errorf("half Cyrillic: %+v", f)
	}
	var few Census
	few.Add(declaration["german"])
	if f, ok := few.Foreign(english); ok {
		t.Errorf("a sentence: %+v", f)
	}
	if _, ok := new(Census).Foreign(english); ok {
		t.Error("nothing is foreign")
	}
}

// Every stemmer's language has its script, and every list holds what it must: the language's "and" ("am" in Croatian).
func TestStopLists(t *testing.T) {
	and := map[string]string{"arabic": "و", "armenian": "և", "basque": "eta", "bulgarian": "и", "catalan": "i", "croatian": "sam",
		"czech":  "a",
		"danish": "og", "dutch": "en", "english": "and", "finnish": "ja", "french": "et", "galician": "e", "german": "und", "greek": "και",
		"hindi": "और", "hungarian": "és", "indonesian": "dan", "irish": "agus", "italian": "e", "norwegian": "og", "persian": "و",
		"portuguese": "e", "romanian": "şi", "russian": "и", "spanish": "y", "swedish": "och", "turkish": "ve"}
	for _, l := range languages {
		if StopWords(l.name) == nil {
			continue
		}
		a := must.Get(New(Options{Tokenizer: "unicode", Stemmer: None, Stopwords: l.name}))(t)
		if n := len(a.Lists().Stopwords); n < 40 || and[l.name] == "" || len(a.Terms(and[l.name])) > 0 {
			t.Errorf("%s: %d words, %q is none of them", l.name, n, and[l.name])
		}
		if joined := strings.Join(a.Lists().Stopwords, ""); strings.ContainsAny(joined, "|# '") {
			t.Errorf("%s: %q", l.name, joined)
		}
	}
	if len(languages) != 32 || !slices.IsSortedFunc(languages, func(a, b language) int { return strings.Compare(a.name, b.name) }) {
		t.Errorf("%d languages, want the 32 that configs.Languages has codes for, by name", len(languages))
	}
	for name := range stemmers {
		if of, snowball := strings.CutPrefix(name, snowballPrefix); snowball && languageNamed(of) == nil {
			t.Errorf("%s has no language", name)
		}
	}
}
