package configs

import (
	"cmp"
	"slices"
	"strings"

	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/lists"
)

// languageKey is the key whose value sets the keys of the analyser.
const languageKey = "gen.language"

// language is a value of gen.language.
type language struct {
	Code        string // the ISO 639-1 code
	Name        string // the name in lower case, as its stemmer and stop list have it
	hasStemmer  bool   // whether Snowball has a stemmer
	hasStopList bool   // whether there is a stop list
}

// LanguageCode returns the value of gen.language for a language's name in small letters. ok is false for an unknown name.
func LanguageCode(name string) (code string, ok bool) {
	for _, l := range Languages {
		if l.Name == name {
			return l.Code, true
		}
	}
	return "", false
}

// Languages lists the languages of gen.language by code. Chinese, Japanese and Korean have neither stemmer nor stop list; their terms are
// pairs of characters.
var Languages = []language{
	{"ar", "arabic", true, true},
	{"bg", "bulgarian", false, true},
	{"ca", "catalan", false, true},
	{"cs", "czech", false, true},
	{"da", "danish", true, true},
	{"de", "german", true, true},
	{"el", "greek", false, true},
	{"en", "english", true, true},
	{"es", "spanish", true, true},
	{"eu", "basque", false, true},
	{"fa", "persian", false, true},
	{"fi", "finnish", true, true},
	{"fr", "french", true, true},
	{"ga", "irish", true, true},
	{"gl", "galician", false, true},
	{"hi", "hindi", false, true},
	{"hr", "croatian", false, true},
	{"hu", "hungarian", true, true},
	{"hy", "armenian", false, true},
	{"id", "indonesian", false, true},
	{"it", "italian", true, true},
	{"ja", "japanese", false, false},
	{"ko", "korean", false, false},
	{"nl", "dutch", true, true},
	{"no", "norwegian", true, true},
	{"pt", "portuguese", true, true},
	{"ro", "romanian", true, true},
	{"ru", "russian", true, true},
	{"sv", "swedish", true, true},
	{"ta", "tamil", true, false},
	{"tr", "turkish", true, true},
	{"zh", "chinese", false, false},
}

func languageCodes() (codes []string) {
	return lists.Map(Languages, func(l language) string { return l.Code })
}

// analyser returns the keys that the language sets, with their values.
func (l language) analyser() []Setting {
	stemmer, stopwords := "none", "none"
	if l.hasStemmer {
		stemmer = "snowball:" + l.Name
	}
	if l.hasStopList {
		stopwords = l.Name
	}
	return []Setting{{"gen.tokenizer", "unicode"}, {"gen.stemmer", stemmer}, {"gen.stopwords", stopwords}}
}

// languageOf returns the language of a code that is not empty, or an error for an unknown code.
func languageOf(code string) (language, error) {
	i := slices.IndexFunc(Languages, func(l language) bool { return l.Code == code })
	if i < 0 {
		codeOfName, _ := LanguageCode(strings.ToLower(code))
		return language{}, errs.BadUsage(errs.Suggestion(cmp.Or(codeOfName, code), languageCodes()...)+"others are set by tokenizer, stemmer and stopwords",
			"%s: %q is none of %s", languageKey, code, strings.Join(languageCodes(), ", "))
	}
	return Languages[i], nil
}

// originPrefixes lists the beginnings of origins by precedence, lowest first. Defaults are below all of them.
var originPrefixes = []string{"preset ", "file ", "environment ", "flag "}

// rank returns the origin's index in originPrefixes, and -1 for a default.
func (o Origin) rank() int {
	return slices.IndexFunc(originPrefixes, func(prefix string) bool { return strings.HasPrefix(string(o), prefix) })
}

// applyLanguage sets the keys of the analyser to the language's values, except keys whose origin has the same or a higher rank. A flag
// --language replaces a preset's tokenizer, and a flag --tokenizer replaces both.
func (l *LoadedConfig) applyLanguage() error {
	if l.Gen.Language == "" {
		return nil
	}
	chosen, err := languageOf(l.Gen.Language)
	if err != nil {
		return err
	}
	origin := l.Origins[languageKey]
	for _, setting := range chosen.analyser() {
		if l.Origins[setting.Key].rank() >= origin.rank() {
			continue
		}
		if err := l.Set(setting.Key, setting.Value); err != nil {
			return err
		}
		l.Origins[setting.Key] = origin
	}
	return nil
}
