package check

import (
	"fmt"
	"slices"

	"github.com/axiomine/axiomine/gen/audit/internal/trainset"
	"github.com/axiomine/axiomine/internal/lazy"
	"github.com/axiomine/axiomine/internal/ui/terminal"
	"github.com/axiomine/axiomine/tokenize/pairs"
)

var emptyText = Check{
	Code: "empty-text", Severity: Error, Exact: true,
	RowText: "lacks a query or a document", RowsText: "lack a query or a document",
	About: "The query or a document of the row is empty, or holds nothing but punctuation, white space, letters without a shape, a word for a " +
		"missing text (NULL, nan, #N/A, (null)) or markup that shows nothing; or the row has no document or no positive. Other checks leave out rows " +
		"with an empty text.",
	Advice: "Drop them: a model learns from an empty text that anything may be relevant.",
	Find: func(in *Input) Found {
		return flagRows(in, func(row uint32) (uint32, float32) { return 0, oneIf(in.lacking(row) != "") })
	},
	Reason: func(in *Input, f Flag) string { return in.lacking(f.Row) },
}

// lacking returns a sentence on the missing part of a row; "" if nothing is missing. If no row has a query, no query is missing.
func (in *Input) lacking(row uint32) string {
	items := in.Set.RowItems(row)
	switch {
	case in.Set.EmptyText(row) != "":
		return in.Set.EmptyText(row)
	case len(items) == 0:
		return "The row has no document."
	case !in.Set.Rows[row].Labelled && !slices.ContainsFunc(items, trainset.Item.IsPositive):
		return "The row has no positive."
	}
	return ""
}

// GarbledText is the code of the finding that texts hold letters of a wrong encoding.
const GarbledText = "garbled-text"

var garbledText = Check{
	Code: GarbledText, Severity: Warning,
	RowText: "holds garbled letters", RowsText: "hold garbled letters",
	About: "A text holds UTF-8 that was once read as Latin-1 or Windows-1252 (Ã©, â€™), a letter of Windows-1250 that was (wiert³o), or " +
		"U+FFFD, which replaces bytes that were lost.",
	Advice:   "Read the source again with its right encoding: with --encoding, if these files are the source.",
	Find:     func(in *Input) Found { return flagTexts(in, func(t *trainset.Text) bool { return t.Misread }) },
	Reason:   func(in *Input, f Flag) string { return "The " + role(in, f) + " holds letters of a wrong encoding." },
	Evidence: flaggedText,
	Mark:     lazy.Regexp(`â€.?|\p{Ll}{2}[³¹]\p{Ll}|[\x{C2}-\x{F4}][\x{80}-\x{BF}\x{152}-\x{2122}]+|\x{FFFD}`),
}

var markup = Check{
	Code: "markup", Severity: Note,
	RowText: "holds tags or entities of HTML", RowsText: "hold tags or entities of HTML",
	About:  "A text holds a tag such as <p> or an entity such as &nbsp;. In a tenth of the rows or more it is a warning.",
	Advice: "Strip the markup before you train (gen --markup strip): pieces are spent on it, and it may mark where a text is from.",
	Find: func(in *Input) Found {
		f := flagTexts(in, func(t *trainset.Text) bool { return t.Markup })
		if 10*len(f.Flags) >= len(in.Set.Rows) {
			f.Severity = Warning
		}
		return f
	},
	Reason:   func(in *Input, f Flag) string { return "The " + role(in, f) + " holds tags or entities of HTML." },
	Evidence: flaggedText,
	Mark: lazy.Regexp(`(?i)</?(?:p|br ?/?|b|i|li|ul|strong|em)>|</?(?:div|span|a href|td|tr|table|h[123]|script|img )[^>]*>|` +
		`&#?[a-z0-9]{2,9};`),
}

var cutText = Check{
	Code: "cut-text", Severity: Warning,
	RowText: "holds a text that was cut off", RowsText: "hold a text that was cut off",
	About: "Many documents without a final mark have one length, in characters, of 40 or more: at least 10 and 1 % of all, and five times as " +
		"many as have each length nearby. Somebody cut them there; there may be several such lengths. Documents of one template are left out, " +
		"unless the length is a multiple of 50 or of 64. Those with one character less lost white space at the cut.",
	Advice: "Cut by your trainer's pieces, not before: what answers the query may be behind the cut.",
	Find:   findCut,
	Reason: func(in *Input, f Flag) string {
		return fmt.Sprintf("A document has %s and no final mark, where the set's documents are cut.",
			terminal.Plural(in.Set.Texts[f.Other].Letters, "character", "characters"))
	},
	Evidence: flaggedText,
	Mark:     lazy.Regexp(`(?s).{1,20}$`),
}

// The bounds of the number of documents of one length that count as cut.
const (
	cutLeast   = 10   // minimum number of documents
	cutShare   = 0.01 // minimum share of all documents
	cutLetters = 40   // minimum length in characters: shorter texts have equal lengths by chance
	cutNear    = 10   // maximum difference of nearby lengths in characters
	cutTimes   = 5    // minimum factor to the mean number of documents of a nearby length
)

func findCut(in *Input) Found {
	isOpen := func(t *trainset.Text) bool { return !t.Query && t.Open && t.Letters >= cutLetters }
	documents := 0
	var open []uint64 // length in the high 32 bits, number of the beginning in the low ones
	for i := range in.Set.Texts {
		t := &in.Set.Texts[i]
		if !t.Query && !t.IsID && t.Letters > 0 {
			documents++
		}
		if isOpen(t) {
			begin := t.Begin
			if begin == 0 {
				begin = uint32(i)
			}
			open = append(open, uint64(t.Letters)<<32|uint64(begin))
		}
	}
	slices.Sort(open)
	counts := map[uint32]int{}
	for i := range open {
		counts[uint32(open[i]>>32)]++
	}
	isCut := map[uint32]bool{}
	for list := range pairs.Adjacent(open, func(a, b uint64) bool { return a>>32 == b>>32 }) {
		n, length := len(list), uint32(list[0]>>32)
		near := 0
		for d := uint32(2); d <= cutNear; d++ {
			near += counts[length-d] + counts[length+d]
		}
		isSpike := func(n int) bool { return n*2*(cutNear-1) >= cutTimes*near }
		if n < cutLeast || float64(n) < cutShare*float64(documents) || !isSpike(n) || cutTimes*counts[length+1] > n {
			continue
		}
		isRound := length%50 == 0 || length%64 == 0
		if isRound || 2*len(slices.Compact(list)) > n {
			isCut[length] = true
			isCut[length-1] = isCut[length-1] || counts[length-1] >= cutTimes/2 && isSpike(counts[length-1])
		}
	}
	if len(isCut) == 0 {
		return Found{}
	}
	return flagTexts(in, func(t *trainset.Text) bool { return isOpen(t) && isCut[t.Letters] })
}

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

// Bounds of the main language of a set.
const (
	mainShare = 0.9 // minimum share of the texts with a known language
	mainLeast = 20  // minimum number of texts with a known language
)

func findLanguages(in *Input) Found {
	main, share := mainLanguage(in.Set)
	return flagRows(in, func(row uint32) (other uint32, score float32) {
		r := &in.Set.Rows[row]
		query := in.Set.Texts[r.Query].Language
		if query.Differs(main) {
			return r.Query, share
		}
		for _, item := range in.Set.RowItems(row) {
			switch language := in.Set.Texts[item.Text].Language; {
			case language.Differs(query):
				return item.Text, 1
			case language.Differs(main):
				return item.Text, share
			}
		}
		return 0, 0
	})
}

// mainLanguage returns the language of most texts of a set and its share; 0, 0 if no language reaches the bounds.
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
