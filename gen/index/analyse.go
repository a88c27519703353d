package index

import "github.com/axiomine/axiomine/gen/analysis"

// AnalyseQuery returns the term numbers of a text, as analysis.NumberTerms does.
func AnalyseQuery(x Reader, text string) []uint32 { return AnalyseQueries(x)(text) }

// AnalyseQueries returns AnalyseQuery for many texts, for the use of one goroutine.
func AnalyseQueries(x Reader) func(text string) []uint32 {
	return analysis.NumberTerms(x.About().Analyzer, x.Lexicon())
}
