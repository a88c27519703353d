package check

import "github.com/axiomine/axiomine/gen/audit/internal/trainset"

var mixedAlphabets = Check{
	Code: "mixed-alphabets", Severity: Note,
	RowText: "has query and document in different alphabets", RowsText: "have query and document in different alphabets",
	About:  "Most letters of a document are of another alphabet than most letters of the query, such as Latin and Cyrillic.",
	Advice: "Right for cross-lingual sets. Else look where the documents are from.",
	Find: func(in *Input) Found {
		return flagItems(in, func(row, text uint32) bool {
			query, a := in.Set.Texts[in.Set.Rows[row].Query].Alphabet, in.Set.Texts[text].Alphabet
			return a != query && a != trainset.NoLetters && query != trainset.NoLetters
		})
	},
	Reason: func(in *Input, f Flag) string {
		return "The query is written in the alphabet " + in.Set.Texts[in.Set.Rows[f.Row].Query].Alphabet.String() + ", the " + role(in, f) +
			" in " + in.Set.Texts[f.Other].Alphabet.String() + "."
	},
	Evidence: flaggedText,
}
