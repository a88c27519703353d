package pairs

// Twin says whether a document repeats one that is judged relevant for the query, so that it is no negative, judged or not.
type Twin uint8

const (
	NoTwin        Twin = iota
	SameText           // the folded texts are equal
	NearDuplicate      // the analysed texts share most of their word triples
)
