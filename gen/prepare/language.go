package prepare

import (
	"fmt"
	"strings"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/gen/analysis"
	"github.com/axiomine/axiomine/gen/index"
	"github.com/axiomine/axiomine/internal/markup"
	"github.com/axiomine/axiomine/internal/ui/progress"
)

// warnOfForeign prints a warning with a hint if the language or script of the documents does not suit the analyser (see analysis.Census).
// It reads the first 4,096 bytes of each of the first 1,000 documents.
func warnOfForeign(p *progress.Printer, x index.Reader) {
	const sampleDocs, sampleBytes = 1000, 4096
	var census analysis.Census
	for d := range uint32(min(sampleDocs, x.NumDocs())) {
		text := x.Texts().FullText(d)
		census.Add(strings.ToValidUTF8(markup.Strip(text[:min(sampleBytes, len(text))]), ""))
	}
	o := x.About().Analyzer.Options()
	if f, ok := census.Foreign(o); ok {
		p.Warn("%s; hint: %s", foreignText(f, o), foreignHint(f))
	}
}

// foreignText returns the warning without its hint.
func foreignText(f analysis.Foreign, o analysis.Options) string {
	const sample = "of the collection's first documents"
	switch {
	case f.Uncut:
		return fmt.Sprintf("%.0f %% of the letters %s are %s, and are not cut into words", 100*f.Letters, sample, f.Script)
	case f.Script != "":
		return fmt.Sprintf("%.0f %% of the letters %s are %s, and the analyser is made for %s",
			100*f.Letters, sample, f.Script, capital(f.Analyser))
	case f.Language != "":
		return fmt.Sprintf("%.0f %% of the words %s are stop words of %s, %.0f %% of %s, which the analyser is made for",
			100*f.Words, sample, capital(f.Language), 100*f.OwnShare, capital(f.Analyser))
	}
	return fmt.Sprintf("%.0f %% of the letters %s are none of a to z, and the tokenizer %s cuts words there",
		100*f.Letters, sample, o.Tokenizer)
}

// foreignHint returns the flags of an analyser that suits the documents.
func foreignHint(f analysis.Foreign) string {
	code, ok := configs.LanguageCode(f.Language)
	switch {
	case ok:
		return "--language " + code
	case f.Uncut:
		return "--set tokenizer=wordpiece --set stemmer=none --set stopwords=none --vocab FILE"
	case f.Script != "":
		return "--set stemmer=none --set stopwords=none"
	}
	return "--set tokenizer=unicode"
}

// capital returns the name of a language with a capital letter.
func capital(language string) string { return strings.ToUpper(language[:1]) + language[1:] }
