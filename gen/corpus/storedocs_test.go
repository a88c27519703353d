package corpus

import (
	"slices"
	"testing"
)

// TestUnreadOfStores: vectors and other members are named, wherever a store writes its documents. The names are by hand.
func TestUnreadOfStores(t *testing.T) {
	for text, want := range map[string][]string{
		`{"id": 1, "payload": {"text": "x", "tags": ["a"]}, "vector": [1]}` + "\n":                                  {"tags", "vector"},
		`{"result": {"points": [{"id": 1, "payload": {"text": "x", "lang": "en"}, "vector": [1]}]}}` + "\n":         {"lang", "vector"},
		`{"hits": {"hits": [{"_id": "1", "_source": {"text": "x"}, "fields": {"a": 1}}]}, "aggs": {"a": 1}}` + "\n": {"aggs", "fields"},
		`{"index": {"_id": "1"}}` + "\n" + `{"text": "x", "embedding": [1]}` + "\n":                                 {"embedding"},
	} {
		if got, _ := unreadOfDocuments(put(t, "docs.json", text), stores, Options{}); !slices.Equal(got, want) {
			t.Errorf("%s: %q, not %q", text, got, want)
		}
	}
}
