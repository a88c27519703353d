package corpus

import (
	"slices"
	"strings"
	"testing"
)

// A dictionary by id is one in every form of the texts, and what has a record in each object, or numbers behind its names, is none.
func TestFitsKeyed(t *testing.T) {
	for text, want := range map[string]bool{
		`{"7": "red fox", "8": "whale"}`:                           true,
		"{\n  \"7\": \"red fox\",\n  \"8\": \"whale\"\n}":          true,
		`{"7": {"title": "red"}, "8": {"text": "whale"}}`:          true,
		`{"7": "red"` + "}\n" + `{"8": "fox"}`:                     true,
		`{"7": "` + strings.Repeat("x", 100):                       true, // a head that ends in the first text
		`{"7": {"text": "` + strings.Repeat("x", 100):              true,
		`{"_id": "7", "text": "red"}`:                              false,
		`{"query": "red", "passage": "fox"}`:                       false,
		`{"Text": "red", "x": "fox"}`:                              false,
		`{"a": "1", "b": "red"}` + "\n" + `{"a": "2", "b": "fox"}`: false,
		`{"7": {"d1": 1}}`:                                         false,
		`{"7": {"0": "passage"}}`:                                  false,
		`{"7": ["red"]}`:                                           false,
		`{}`:                                                       false,
		`[{"7": "red"}]`:                                           false,
		"7\tred":                                                   false,
	} {
		if got := fitsKeyed(head{text: []byte(text)}); got != want {
			t.Errorf("%.60s: %v", text, got)
		}
	}
}

// Members of the objects behind the ids that are not read are named.
func TestKeyedBeside(t *testing.T) {
	h := head{text: []byte(`{"d1": {"title": "t", "text": "x", "year": 7, "tags": ["a"]}, "d2": "text", "d3": {"body": "b", "author": "c"}}`)}
	if got, want := unreadKeyed(h, keyedDocMembers), []string{"author", "tags", "year"}; !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}
