package check

import (
	"fmt"

	"github.com/axiomine/axiomine/gen/audit/internal/trainset"
	"github.com/axiomine/axiomine/internal/ui/terminal"
)

var mixedLanguages = Check{
	Code: "mixed-languages", Severity: Note,
	RowText: "has a text of another language", RowsText: "have a text of another language",
	About: "A document is of another language than the query of its row, or a text is of another one than 90 % of the set's. A script, or at " +
		"least four stop words, tell the language: 26 languages of Latin, Cyrillic, Arabic and Devanagari letters have stop words. Few words " +
		"tell none. Danish, Norwegian and Swedish are not told apart, nor are Spanish, Portuguese, Galician and Catalan, Czech and Croatian, " +
		"Russian and Bulgarian.",
	Advice:   "Right for sets of several languages. Else look where the texts are from.",
	Find:     findLanguages,
	Evidence: flaggedText,
	Reason: func(in *Input, f Flag) string {
		language := in.Set.Texts[f.Other].Language
		if query := in.Set.Texts[in.Set.Rows[f.Row].Query].Language; language.Differs(query) {
			return fmt.Sprintf("The %s is in %s, the query in %s.", documentRole(in, f), language, query)
		}
		return fmt.Sprintf("The %s is in %s, and %s of the texts that tell their language are not.", role(in, f), language,
			terminal.Percent(float64(f.Score)))
	},
}

// Bounds of the language of a set.
const (
	mainShare = 0.9 // of the texts that tell theirs
	mainLeast = 20  // such texts
)

func findLanguages(in *Input) (f Found) {
	main, share := mainLanguage(in.Set)
	for row := range in.Set.Rows {
		r := &in.Set.Rows[row]
		query := in.Set.Texts[r.Query].Language
		flag := Flag{Row: uint32(row), Other: r.Query, Score: share}
		isOther := query.Differs(main)
		for i := r.First; i < r.End && !isOther; i++ {
			flag.Other = in.Set.Items[i].Text
			language := in.Set.Texts[flag.Other].Language
			if language.Differs(query) {
				flag.Score = 1
			}
			isOther = language.Differs(query) || language.Differs(main)
		}
		if isOther {
			f.Flags = append(f.Flags, flag)
		}
	}
	return f
}

// mainLanguage returns the language of most texts of a set, and its share; 0 if there is none.
func mainLanguage(set *trainset.Set) (main trainset.Language, share float32) {
	var counts [256]int
	all, others := 0, 0
	for i := range set.Texts {
		counts[set.Texts[i].Language]++
	}
	for i, n := range counts {
		if l := trainset.Language(i); l != 0 {
			all += n
			if n > 0 && (main == 0 || n > counts[main]) {
				main = l
			}
		}
	}
	for i, n := range counts {
		if n > 0 && trainset.Language(i).Differs(main) {
			others += n
		}
	}
	share = 1 - float32(others)/float32(max(1, all))
	if all < mainLeast || share < mainShare {
		return 0, 0
	}
	return main, share
}
