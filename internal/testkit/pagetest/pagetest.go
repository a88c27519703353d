// Package pagetest reads HTML pages for tests.
package pagetest

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"strings"
	"testing"
)

// Render gives what write writes.
func Render(t testing.TB, write func(io.Writer) error) string {
	t.Helper()
	var b bytes.Buffer
	if err := write(&b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// WellFormed parses the page as XML, which HTML written with care is: every tag closed, every attribute quoted.
func WellFormed(t testing.TB, page string) (tags map[string]int) {
	t.Helper()
	dec := xml.NewDecoder(strings.NewReader(page))
	dec.Entity = xml.HTMLEntity
	tags = map[string]int{}
	for {
		token, err := dec.Token()
		if errors.Is(err, io.EOF) {
			return tags
		}
		if err != nil {
			t.Fatalf("page is not well-formed: %v", err)
		}
		if start, ok := token.(xml.StartElement); ok {
			tags[start.Name.Local]++
		}
	}
}
