package safefile

// What an input may become. Sizes are in bytes; Whole, Line and what packed files hold have theirs beside their readers.
const (
	QueryTerms  = 4096      // distinct terms of a query, where nothing else is said
	MostTerms   = 16384     // distinct terms of a query, whatever is said: some axioms compare all pairs of them
	Candidates  = 5000      // of a query, where nothing else is said: axioms compare all pairs of them
	Pairs       = 1_500_000 // of a split, where no number bounds them and nothing else is said: 200 bytes of memory each, 600 of disk
	QueryPairs  = 700       // for each query, likewise, where that is more in all
	Values      = 1 << 20   // values of one JSON object, and some more for a larger file
	Preferences = 8 << 20   // of the rows of a training set: 16 bytes each
	RowDocs     = 4096      // documents of one query that are compared with each other in a training set
	Columns     = 1024      // columns of negatives of a table: some work takes the square of them
	Template    = 1 << 20   // bytes of a template
	Slots       = 256       // placeholders of a template
	Row         = 64 << 20  // bytes of a row that a template makes
	Answer      = 128 << 20 // an answer of serve, where nothing else is said
	Growth      = 64        // times as long as a text is what a tokenizer's normaliser makes of it: SentencePiece's reach 18, times 3
	Steps       = 128       // of a normaliser, and of a pre-tokenizer: each of them reads the whole text
	Normal      = 1 << 30   // bytes of what it makes
	WordChars   = 256       // characters of a word that WordPiece cuts, which takes the square of them
	Piece       = 1 << 10   // bytes of a piece of Unigram: each character of a text takes as many steps
	Stemmed     = 255       // bytes of a word that is stemmed: a run of y takes the square of them
)
