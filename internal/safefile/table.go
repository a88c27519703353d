package safefile

import "strconv"

// Budget describes a bound on an input, for the reference page.
type Budget struct {
	Subject     string // the amount that is bounded
	Most        string // the bound with its unit
	Flag        string // the option that changes the bound; "" for none
	Consequence string // the reaction to an input above the bound
}

// Budgets lists all bounds that a user may meet, in the order of the reference page.
var Budgets = []Budget{
	{"a line, a record, a row of a binary table", Size(Line), "", "exit 3 with file and line or row"},
	{"values of one JSON object", strconv.Itoa(Values) + " and one for 8 bytes of the file", "",
		"exit 3 with file and line: a larger file may hold more"},
	{"preferences of all rows of a training set, in audit", strconv.Itoa(Preferences) + ", or 64 for each document where that is more", "",
		"audit leaves out the rows that state most, and says how many"},
	{"positives of a row times its documents, in audit", strconv.Itoa(RowDocs * RowDocs), "",
		"audit does not ask whether the row's labels are right, and says so"},
	{"columns of negatives of a table", strconv.Itoa(Columns), "", "exit 3 with the file: write the negatives of a row as one list"},
	{"a file that is read as a whole (configuration, manifest, result)", Size(Whole), "", "exit 3 with the file: none of them is so large"},
	{"what a packed file unpacks to, at " + strconv.Itoa(Record) + " bytes a row and " + strconv.Itoa(member) + " a value beside the text",
		Size(freeBytes) + " of all files of a command, and " + strconv.Itoa(packedRatio) + " times the file", "",
		"exit 3 with the file: unpack it first"},
	{"all texts of a binary table (Parquet, Arrow), at " + strconv.Itoa(Cell) + " bytes a value and " + strconv.Itoa(Record) +
		" a row beside the text",
		Size(freeBytes) + " of all files of a command, and " + strconv.Itoa(tableRatio) + " times the file", "",
		"exit 3 with the file, row and column: write the table as CSV"},
	{"rows of a Parquet file of shards or predictions, values of a file of pairs",
		strconv.Itoa(freeBytes/Cell) + " and " + strconv.Itoa(tableRatio) + " for each " + strconv.Itoa(Cell) + " bytes of the file", "",
		"exit 3 with the file: no file of ours has so many"},
	{"a page of a Parquet file", Size(Whole), "", "exit 3 with file and column: write smaller pages"},
	{"pages of a row group, buffers of an Arrow batch, a packed message of a common index file (a quarter)",
		Size(heldBytes) + " and " + strconv.Itoa(heldRatio) + " times the file", "",
		"exit 3 with the file: write smaller row groups or batches"},
	{"distinct terms of a query", strconv.Itoa(QueryTerms), "",
		"exit 3 with file and line; serve answers with an error"},
	{"candidates of a query", strconv.Itoa(Candidates), "", "exit 3 with file and line"},
	{"pairs of a split that no number bounds (judged: all, a ratio of these, ratio: none)",
		strconv.Itoa(Pairs) + ", or " + strconv.Itoa(QueryPairs) + " for each query where that is more", "",
		"exit 3: take a number of them"},
	{"steps of a tokenizer's normaliser, steps of its pre-tokenizer", strconv.Itoa(Steps) + " each", "",
		"exit 3 with the tokenizer's file: no tokenizer in use needs more"},
	{"what a step of a tokenizer's normaliser makes of a text", strconv.Itoa(Normalised) + " times the text and " +
		strconv.Itoa(NormalFree) + " bytes; all steps together " + strconv.Itoa(NormalSteps) + " times that", "",
		"exit 3 with file and line, or with the document's or query's id"},
	{"what a step of a tokenizer's normaliser can make of a text", Size(Normal), "",
		"exit 3 with file and line, or with the document's or query's id"},
	{"steps of a tokenizer's expressions, through pieces of Unigram or added tokens", "1024, and " +
		strconv.Itoa(Matching) + " or " + strconv.Itoa(Walk) + " for each byte of a text", "",
		"exit 3 with file and line, or with the document's or query's id"},
	{"a word that WordPiece cuts", strconv.Itoa(WordChars) + " characters; 100 where the tokenizer says nothing",
		"max_input_chars_per_word in a tokenizer.json",
		"the word is [UNK], as for BERT; a larger max_input_chars_per_word is exit 3 with the file"},
	{"a piece of a Unigram tokenizer, an added token", Size(Piece), "", "exit 3 with the tokenizer's file: no tokenizer in use needs more"},
	{"what begins or ends the pieces of words", strconv.Itoa(Affix) + " bytes", "",
		"exit 3 with the tokenizer's file: no tokenizer in use needs more"},
	{"special tokens of a tokenizer's template", strconv.Itoa(Specials), "",
		"exit 3 with the tokenizer's file: no tokenizer in use needs more"},
	{"all answers of tokenize encode", Size(Encoded) + " and " + strconv.Itoa(EncodedRatio) + " times the input", "",
		"exit 3 with file and line: leave the padding out of the tokenizer.json"},
	{"explanations of axioms explain, times the distinct terms of the query", strconv.Itoa(Explained), "",
		"exit 2: ask about fewer documents"},
	{"pairs of runs, in train eval", strconv.Itoa(RunPairs), "", "exit 2: compare fewer runs"},
	{"combinations of the values that a sweep, or train.choose, explores", strconv.Itoa(Settings), "",
		"exit 2 with file and line: give fewer values"},
	{"axioms of gen.axioms, sets as their members, and tasks of gen.mixture", strconv.Itoa(Axioms), "", "exit 2: leave some out"},
	{"epochs of predictions, in train accuracy", strconv.Itoa(Epochs), "", "exit 3 with file and line: leave some out"},
	{"a word that is stemmed", strconv.Itoa(Stemmed) + " bytes", "", "the word is a term as it is: no longer one is a word"},
	{"a template", Size(Template) + ", " + strconv.Itoa(Slots) + " placeholders", "", "exit 3 with the file: no template is so long"},
	{"a row that a template makes", Size(Row), "the bound in --template: {positive:600}", "exit 3"},
	{"an answer of serve", Size(Answer), "", "an answer with an error"},
}
