package plan

import "testing"

// TestRankingsDecideTheFingerprint: every part of rankings that decides a byte of a format that evaluates is in their text.
func TestRankingsDecideTheFingerprint(t *testing.T) {
	seen := map[string]string{}
	for name, change := range map[string]func(r *Ranking){
		"nothing":          func(*Ranking) {},
		"split":            func(r *Ranking) { r.Split = "test" },
		"query":            func(r *Ranking) { r.QueryID = "Q" },
		"query and text":   func(r *Ranking) { r.QueryID = "r" },
		"document":         func(r *Ranking) { r.Docs[0].DocID = "A" }, // whose text is that of a
		"another document": func(r *Ranking) { r.Docs[0].DocID = "c" },
		"relevance":        func(r *Ranking) { r.Docs[1].Relevant = true },
		"order":            func(r *Ranking) { r.Docs[0], r.Docs[1] = r.Docs[1], r.Docs[0] },
		"fewer":            func(r *Ranking) { r.Docs = r.Docs[:1] },
	} {
		ranking := Ranking{"dev", "q", []RankedDoc{{"a", true}, {"b", false}}}
		change(&ranking)
		in := input(Split{Name: "train", Pairs: pairsOf("q a>b")})
		in.Rankings = []Ranking{ranking}
		o := usual()
		o.Candidates = CandidatesAll
		p := built(t, in, o, Needs{Rankings: true})
		text := describeRankings(p.Store, p.Rankings)
		if other, has := seen[text]; has {
			t.Errorf("%s and %s have the same text %q", name, other, text)
		}
		seen[text] = name
		if text != describeRankings(p.Store, p.Rankings) {
			t.Errorf("%s: another text the second time", name)
		}
	}
}

// TestTextsDecideTheFingerprint: so do the texts of queries and documents, under the same ids.
func TestTextsDecideTheFingerprint(t *testing.T) {
	describe := func(query, doc string) string {
		in := input(Split{Name: "train", Pairs: pairsOf("p a>b")})
		find := in.Query
		in.Query = func(id string) (string, bool) {
			if id == "q" {
				return query, true
			}
			return find(id)
		}
		in.Doc = func(id string) (title, text string, ok bool) {
			if id == "c" {
				return "", doc, true
			}
			text, ok = find(id)
			return "", text, ok
		}
		in.Rankings = []Ranking{{"dev", "q", []RankedDoc{{"c", true}}}}
		o := usual()
		o.Candidates = CandidatesAll
		p := built(t, in, o, Needs{Rankings: true})
		return describeRankings(p.Store, p.Rankings)
	}
	usual := describe("words", "text")
	if usual != describe("words", "text") || usual == describe("other words", "text") || usual == describe("words", "other text") {
		t.Error("the text does not follow from what query and document hold")
	}
}
