package prepare

import (
	"fmt"
	"strings"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/gen/analysis"
	"github.com/axiomine/axiomine/gen/index"
	"github.com/axiomine/axiomine/internal/ui/progress"
)

// The sample that tells what a collection is written in: its first documents, and the beginning of each.
const (
	sampleDocs  = 1000
	sampleBytes = 4096
)

// warnOfForeign warns if the documents are not in the analyser's script or language, with a hint. The rules are those of analysis.Census.
func warnOfForeign(p *progress.Printer, x index.Reader) {
	var census analysis.Census
	for d := range uint32(min(sampleDocs, x.NumDocs())) {
		text := x.Texts().FullText(d)
		census.Add(strings.ToValidUTF8(text[:min(sampleBytes, len(text))], ""))
	}
	o := x.About().Analyzer.Options()
	if f, ok := census.Foreign(o); ok {
		p.Warn("%s; hint: %s", foreignText(f, o), foreignHint(f))
	}
}

// foreignText returns a finding in words.
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

// foreignHint returns the flags that suit the documents.
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

func capital(language string) string { return strings.ToUpper(language[:1]) + language[1:] }
