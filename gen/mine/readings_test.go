package mine

import (
	"testing"

	"github.com/axiomine/axiomine/axioms/prose"
	"github.com/axiomine/axiomine/gen/corpus"
)

// TestSentenceCache: a document is read once. One whose number shares the place is another, and a made document has its own sentences.
func TestSentenceCache(t *testing.T) {
	x := indexOf(t, corpus.Doc{ID: "a", Text: "A whale. The sea."})
	var cache sentenceCache
	once := cache.read(x, &Candidate{Doc: 0})
	if want := prose.Read("A whale. The sea."); once != want || (*sentenceCache)(nil).read(x, &Candidate{Doc: 0}) != want {
		t.Errorf("%+v, want %+v", once, want)
	}
	if twice := cache.read(x, &Candidate{Doc: 0, Made: 2}); twice != prose.Read("A whale. The sea. A whale. The sea.") || twice == once {
		t.Errorf("%+v of a document made by repeating it", twice)
	}
	cache[0].sentences = prose.Counts{}
	if got := cache.read(x, &Candidate{Doc: 0}); got != (prose.Counts{}) {
		t.Errorf("%+v: the document was read again", got)
	}
	cache[0].doc = readingsKept
	if got := cache.read(x, &Candidate{Doc: 0}); got != once {
		t.Errorf("%+v of another document, whose number shares the place; want %+v", got, once)
	}
}
