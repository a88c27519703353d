package format

import (
	"fmt"
	"strings"

	"github.com/axiomine/axiomine/tokenize/shard/internal/encoding"
)

// textToText is a row of a text-to-text model. Its names are those of seqio, the library of T5's
// authors.
type textToText struct {
	UID       string   `json:"uid"`
	Inputs    string   `json:"inputs"`
	Targets   string   `json:"targets"`          // true or false
	NegSource string   `json:"negative_source"`  // of the pair that the uid names
	Weight    *float64 `json:"weight,omitempty"` // where any row has one but 1
}

// The words around the texts of an input.
const (
	t5Query    = "Query: "
	t5Document = " Document: "
	t5First    = " Document0: "
	t5Second   = " Document1: "
	t5Question = " Relevant:"
)

// t5Lines returns the encoding: the words around their texts in this order, the first word at the
// beginning.
func t5Lines(words ...string) encoding.LineFiles {
	return encoding.Objects(func(r *textToText) string { return checkT5(r.Inputs, r.Targets, words) })
}

func checkT5(inputs, targets string, words []string) string {
	rest := inputs
	for i, word := range words {
		n := strings.Index(rest, word)
		if n < 0 || i == 0 && n > 0 {
			return "has inputs that are not " + strings.Join(words, "..") + ".." + t5Question
		}
		rest = rest[n+len(word):]
	}
	switch {
	case !strings.HasSuffix(rest, t5Question):
		return fmt.Sprintf("has inputs that do not end with %q", t5Question)
	case targets != "true" && targets != "false":
		return "has the targets " + encoding.JSONString(targets) + ", neither true nor false"
	}
	return ""
}
