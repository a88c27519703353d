package untrusted

// What an input may become. Sizes are in bytes; Whole, Line and what packed files hold have theirs beside their readers.
const (
	QueryTerms = 4096      // distinct terms of a query, where nothing else is said
	MostTerms  = 16384     // distinct terms of a query, whatever is said: some axioms compare all pairs of them
	Candidates = 10_000    // of a query, where nothing else is said: axioms compare all pairs of them
	Answer     = 128 << 20 // an answer of serve, where nothing else is said
)
