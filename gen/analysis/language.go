package analysis

import (
	"strings"
	"unicode"

	"github.com/blevesearch/bleve/v2/analysis/lang/ar"
	"github.com/blevesearch/bleve/v2/analysis/lang/bg"
	"github.com/blevesearch/bleve/v2/analysis/lang/ca"
	"github.com/blevesearch/bleve/v2/analysis/lang/cs"
	"github.com/blevesearch/bleve/v2/analysis/lang/da"
	"github.com/blevesearch/bleve/v2/analysis/lang/de"
	"github.com/blevesearch/bleve/v2/analysis/lang/el"
	"github.com/blevesearch/bleve/v2/analysis/lang/es"
	"github.com/blevesearch/bleve/v2/analysis/lang/eu"
	"github.com/blevesearch/bleve/v2/analysis/lang/fa"
	"github.com/blevesearch/bleve/v2/analysis/lang/fi"
	"github.com/blevesearch/bleve/v2/analysis/lang/fr"
	"github.com/blevesearch/bleve/v2/analysis/lang/ga"
	"github.com/blevesearch/bleve/v2/analysis/lang/gl"
	"github.com/blevesearch/bleve/v2/analysis/lang/hi"
	"github.com/blevesearch/bleve/v2/analysis/lang/hr"
	"github.com/blevesearch/bleve/v2/analysis/lang/hu"
	"github.com/blevesearch/bleve/v2/analysis/lang/hy"
	"github.com/blevesearch/bleve/v2/analysis/lang/id"
	"github.com/blevesearch/bleve/v2/analysis/lang/it"
	"github.com/blevesearch/bleve/v2/analysis/lang/nl"
	"github.com/blevesearch/bleve/v2/analysis/lang/no"
	"github.com/blevesearch/bleve/v2/analysis/lang/pt"
	"github.com/blevesearch/bleve/v2/analysis/lang/ro"
	"github.com/blevesearch/bleve/v2/analysis/lang/ru"
	"github.com/blevesearch/bleve/v2/analysis/lang/sv"
	"github.com/blevesearch/bleve/v2/analysis/lang/tr"
)

// language is a language that an analyser can be made for.
type language struct {
	name   string // in small letters, as stemmers and stop lists are called
	script *script
	// list is its stop list, one or more words a line, comments after # and |: those of Bleve, which took them from Lucene, most
	// of them Snowball's own. English has its lists in stopwords.go.
	list []byte
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
	{"arabic", arabicScript, ar.ArabicStopWords},
	{"armenian", armenianScript, hy.ArmenianStopWords},
	{"basque", latinScript, eu.BasqueStopWords},
	{"bulgarian", cyrillicScript, bg.BulgarianStopWords},
	{"catalan", latinScript, ca.CatalanStopWords},
	{"chinese", chineseScript, nil},
	{"croatian", latinScript, hr.CroatianStopWords},
	{"czech", latinScript, cs.CzechStopWords},
	{"danish", latinScript, da.DanishStopWords},
	{"dutch", latinScript, nl.DutchStopWords},
	{"english", latinScript, []byte(strings.Join(englishWords, "\n"))},
	{"finnish", latinScript, fi.FinnishStopWords},
	{"french", latinScript, fr.FrenchStopWords},
	{"galician", latinScript, gl.GalicianStopWords},
	{"german", latinScript, de.GermanStopWords},
	{"greek", greekScript, el.GreekStopWords},
	{"hindi", devanagariScript, hi.HindiStopWords},
	{"hungarian", latinScript, hu.HungarianStopWords},
	{"indonesian", latinScript, id.IndonesianStopWords},
	{"irish", latinScript, ga.IrishStopWords},
	{"italian", latinScript, it.ItalianStopWords},
	{"japanese", chineseScript, nil},
	{"korean", hangulScript, nil},
	{"norwegian", latinScript, no.NorwegianStopWords},
	{"persian", arabicScript, fa.PersianStopWords},
	{"portuguese", latinScript, pt.PortugueseStopWords},
	{"romanian", latinScript, ro.RomanianStopWords},
	{"russian", cyrillicScript, ru.RussianStopWords},
	{"spanish", latinScript, es.SpanishStopWords},
	{"swedish", latinScript, sv.SwedishStopWords},
	{"tamil", tamilScript, nil},
	{"turkish", latinScript, tr.TurkishStopWords},
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
