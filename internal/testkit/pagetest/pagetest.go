// Package pagetest reads HTML pages for tests.
package pagetest

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"errors"
	"io"
	"regexp"
	"strings"
	"testing"
)

// nextLine is a next command with a placeholder; it has to run as it stands.
var nextLine = regexp.MustCompile(`<p class="next">.*<code>.*\b(DIR|OUT|RUN|FILE|FOLDER|NAME|OTHER|PATH)\b.*</code>`)

// Render returns what write writes.
func Render(t testing.TB, write func(io.Writer) error) string {
	t.Helper()
	var b bytes.Buffer
	if err := write(&b); err != nil {
		t.Fatal(err)
	}
	page := b.String()
	if placeholder := nextLine.FindString(page); placeholder != "" {
		t.Errorf("the next command has a word for the reader to fill in: %s", placeholder)
	}
	return page
}

// JSON returns what writes a record as a result folder keeps it.
func JSON(record any) func(io.Writer) error {
	return func(w io.Writer) error {
		enc := json.NewEncoder(w)
		enc.SetEscapeHTML(false)
		enc.SetIndent("", "  ")
		return enc.Encode(record)
	}
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
