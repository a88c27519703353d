package analysis

import (
	"strings"
	"unicode"
)

// language is a language that an analyser can be made for.
type language struct {
	name   string // in small letters, as stemmers and stop lists are called
	script *script
}

// script is a writing system, with the name that messages use.
type script struct {
	name   string
	tables []*unicode.RangeTable
}

var (
	latinScript      = &script{"Latin", []*unicode.RangeTable{unicode.Latin}}
	cyrillicScript   = &script{"Cyrillic", []*unicode.RangeTable{unicode.Cyrillic}}
	greekScript      = &script{"Greek", []*unicode.RangeTable{unicode.Greek}}
	arabicScript     = &script{"Arabic", []*unicode.RangeTable{unicode.Arabic}}
	devanagariScript = &script{"Devanagari", []*unicode.RangeTable{unicode.Devanagari}}
	tamilScript      = &script{"Tamil", []*unicode.RangeTable{unicode.Tamil}}
	armenianScript   = &script{"Armenian", []*unicode.RangeTable{unicode.Armenian}}
	hangulScript     = &script{"Hangul", []*unicode.RangeTable{unicode.Hangul}}
	chineseScript    = &script{"Chinese characters or kana", []*unicode.RangeTable{unicode.Han, unicode.Hiragana, unicode.Katakana}}
	uncut            = &script{"Thai, Lao, Khmer or Burmese", []*unicode.RangeTable{unicode.Thai, unicode.Lao, unicode.Khmer, unicode.Myanmar}}
	otherScripts     = &script{"of a script without a stemmer here", nil}
)

// scripts are in the order in which a letter is looked up; others is the script of all other letters.
var scripts = []*script{latinScript, cyrillicScript, chineseScript, arabicScript, hangulScript, greekScript, devanagariScript,
	tamilScript, armenianScript, uncut}

var languages = []language{
	{"arabic", arabicScript},
	{"armenian", armenianScript},
	{"basque", latinScript},
	{"bulgarian", cyrillicScript},
	{"catalan", latinScript},
	{"chinese", chineseScript},
	{"croatian", latinScript},
	{"czech", latinScript},
	{"danish", latinScript},
	{"dutch", latinScript},
	{"english", latinScript},
	{"finnish", latinScript},
	{"french", latinScript},
	{"galician", latinScript},
	{"german", latinScript},
	{"greek", greekScript},
	{"hindi", devanagariScript},
	{"hungarian", latinScript},
	{"indonesian", latinScript},
	{"irish", latinScript},
	{"italian", latinScript},
	{"japanese", chineseScript},
	{"korean", hangulScript},
	{"norwegian", latinScript},
	{"persian", arabicScript},
	{"portuguese", latinScript},
	{"romanian", latinScript},
	{"russian", cyrillicScript},
	{"spanish", latinScript},
	{"swedish", latinScript},
	{"tamil", tamilScript},
	{"turkish", latinScript},
}

// languageNamed returns the language of a name, nil if there is none.
func languageNamed(name string) *language {
	for i := range languages {
		if languages[i].name == name {
			return &languages[i]
		}
	}
	return nil
}

// language returns the language of the stemmer, or else of the stop list; nil if neither has one.
func (o Options) language() *language {
	name, snowball := strings.CutPrefix(o.Stemmer, snowballPrefix)
	switch {
	case snowball:
	case o.Stemmer == "porter" || o.Stopwords == "lucene":
		name = "english"
	default:
		name = o.Stopwords
	}
	return languageNamed(name)
}
