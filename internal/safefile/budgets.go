package safefile

// Maximum amounts in an input. Whole, Line and the bounds of packed files are beside their readers.
const (
	QueryTerms   = 4096      // distinct terms of a query, because some axioms compare all pairs of terms
	Candidates   = 5000      // candidates of a query, because axioms compare all pairs of candidates
	Pairs        = 1_500_000 // pairs of a split that no number bounds: each takes 200 bytes of memory and 600 of disk
	QueryPairs   = 700       // such pairs for each query, if that allows more than Pairs
	Values       = 1 << 20   // values of one JSON object; a large file may have more
	Preferences  = 8 << 20   // preferences of all rows of a training set, 16 bytes each
	RowDocs      = 4096      // documents of one query that are compared with each other in a training set
	Columns      = 1024      // columns of negatives of a table, because some work takes the square of their number
	Template     = 1 << 20   // bytes of a template
	Slots        = 256       // placeholders of a template
	Row          = 64 << 20  // bytes of a row that a template makes
	Explained    = 1 << 18   // explanations of a request, times the distinct terms of its query
	RunPairs     = 20_000    // pairs of runs that one command compares
	Settings     = 4096      // combinations of the values of a sweep
	Axioms       = 4096      // axioms of a configuration: pairs are drawn for each
	Epochs       = 4096      // epochs of predictions: the table has a row for each
	Answer       = 128 << 20 // bytes of an answer of serve
	Steps        = 64        // steps of a normaliser, and of a pre-tokenizer: each reads the whole text
	Normalised   = 4         // a step of a normaliser makes a text at most this many times longer, plus NormalFree bytes
	NormalFree   = 128       // see Normalised
	NormalSteps  = 16        // all steps of a normaliser together make at most this many times the text of one step
	Matching     = 256       // steps for each byte of a text through the expressions of a tokenizer
	Walk         = 64        // steps for each byte of a text through the pieces of Unigram, and through the added tokens
	Affix        = 64        // bytes of the prefix or suffix of word pieces, which is added to each piece
	Specials     = 128       // special tokens that a tokenizer's template adds
	Normal       = 1 << 30   // bytes of a text after a step of a normaliser
	Encoded      = 128 << 20 // bytes of all answers of tokenize encode
	EncodedRatio = 512       // bytes of these answers for each byte of input, beyond Encoded: padding may make each line a million ids
	WordChars    = 256       // characters of a word that WordPiece cuts, because it takes the square of their number
	Piece        = 1 << 10   // bytes of a piece of Unigram, or of an added token
	Stemmed      = 255       // bytes of a word that is stemmed: a run of y takes the square of their number
)
