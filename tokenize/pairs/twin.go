package pairs

// Twin states how a document repeats a judged relevant document of the query. Such a document is no
// negative, judged or not.
type Twin uint8

const (
	NoTwin        Twin = iota
	SameText           // the folded texts are equal
	NearDuplicate      // the analysed texts share most of their word triples
)
