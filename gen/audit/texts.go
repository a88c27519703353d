package audit

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/axiomine/axiomine/gen/audit/internal/check"
	"github.com/axiomine/axiomine/gen/audit/internal/trainset"
	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/axiomine/axiomine/gen/corpus/read"
	"github.com/axiomine/axiomine/internal/ui/terminal"
)

// ExampleDocument is a document of an example's row. Start and End mark the words that the reason is about; both are 0 if it names none.
type ExampleDocument struct {
	Role  string `json:"role"`  // positive, negative, or document if it has no grade
	Text  string `json:"text"`  // the id if the text is unknown
	Start int    `json:"start"` // the first marked character, from 0
	End   int    `json:"end"`   // the character after the last marked one
}

// mostCharacters is the maximum number of characters of an example's text.
const mostCharacters = 5000

// errTextsRead ends the reading of rows.
var errTextsRead = errors.New("the texts of all examples are read")

// addTexts reads the rows of all examples again, and sets the texts of the examples.
func (rows *rowFiles) addTexts(ctx context.Context, o read.Options, r *Report) error {
	type wanted struct {
		example  *Example
		evidence check.Evidence
		check    *check.Check
	}
	byRow, last := map[uint32][]wanted{}, uint32(0)
	earlier := map[uint32]string{} // the texts of check.Evidence.Earlier by their numbers
	add := func(code string, examples []Example, flags []check.Flag) {
		c := check.Lookup(code)
		for i := range examples {
			flag, w := flags[i], wanted{example: &examples[i], evidence: check.Evidence{Document: -1}, check: c}
			if c.Evidence != nil {
				w.evidence = c.Evidence(r.input, flag)
			}
			byRow[flag.Row], earlier[w.evidence.Earlier] = append(byRow[flag.Row], w), ""
			last = max(last, flag.Row)
		}
	}
	for _, f := range slices.Concat(r.Findings, r.Likeliest) {
		add(f.Code, f.Examples, r.flags[f.Code])
	}
	next := uint32(0)
	for _, s := range rows.sources {
		if len(byRow) == 0 || next > last {
			return nil
		}
		_, err := s.visitRows(ctx, o, new(read.Report), func(row *corpus.TrainingRow) error {
			for i, item := range r.input.Set.RowItems(next) {
				if text, has := earlier[item.Text]; has && text == "" {
					rows.texts.fill(row)
					earlier[item.Text] = row.Docs[i].Text
				}
			}
			if list := byRow[next]; list != nil {
				rows.texts.fill(row)
				for _, w := range list {
					w.example.Query = terminal.Begin(cmp.Or(row.Query, row.QueryID), mostCharacters)
					w.example.Documents = exampleDocuments(row, w.evidence, w.check, earlier[w.evidence.Earlier])
				}
			}
			if next++; next > last {
				return errTextsRead
			}
			return nil
		})
		if err != nil && !errors.Is(err, errTextsRead) {
			return err
		}
	}
	return nil
}

// exampleDocuments returns the first positive and the first negative of a row. The document of the evidence replaces the one of its role.
// If the row has neither, the first document is returned. earlier is the text that the document of the evidence nearly repeats, or "".
func exampleDocuments(row *corpus.TrainingRow, e check.Evidence, c *check.Check, earlier string) (list []ExampleDocument) {
	isShown := make([]bool, len(row.Docs))
	named, positive := "", ""
	if e.Document >= 0 && e.Document < len(isShown) {
		isShown[e.Document], named = true, roleOf(row, row.Docs[e.Document])
	}
	for _, role := range []string{"positive", "negative"} {
		i := slices.IndexFunc(row.Docs, func(d corpus.TrainingDoc) bool { return roleOf(row, d) == role })
		if i >= 0 && role == "positive" {
			positive = row.Docs[i].Text
		}
		if i >= 0 && role != named {
			isShown[i] = true
		}
	}
	if len(row.Docs) > 0 && !slices.Contains(isShown, true) {
		isShown[0] = true
	}
	list = []ExampleDocument{}
	for i, d := range row.Docs {
		if !isShown[i] {
			continue
		}
		shown := ExampleDocument{Role: roleOf(row, d), Text: terminal.Begin(cmp.Or(d.Text, d.ID), mostCharacters)}
		if i == e.Document {
			start, end := int(e.Span.Begin), int(e.Span.End)
			switch {
			case earlier != "":
				start, end = difference(d.Text, earlier)
			case start == end:
				start, end = markOf(c, d.Text, positive)
			}
			if end <= mostCharacters {
				shown.Start, shown.End = start, end
			}
		}
		list = append(list, shown)
	}
	return list
}

// markOf returns the characters of a document that a check is about, as Start and End of ExampleDocument.
func markOf(c *check.Check, text, positive string) (start, end int) {
	var place []int
	switch begin := strings.Index(text, positive); {
	case c.Mark != nil:
		place = c.Mark().FindStringIndex(text)
	case c.Compares && positive != "" && begin >= 0:
		place = []int{begin, begin + len(positive)}
	case c.Compares:
		return difference(text, positive)
	}
	if place == nil {
		return 0, 0
	}
	start = utf8.RuneCountInString(text[:place[0]])
	return start, start + utf8.RuneCountInString(text[place[0]:place[1]])
}

// difference returns the characters of a text without the first and last words that it shares with another text; 0, 0 if none are left.
func difference(text, other string) (start, end int) {
	words, others := trainset.Words(nil, text), trainset.Words(nil, other)
	first, last := 0, len(words)-1
	for first <= last && first < len(others) && words[first] == others[first] {
		first++
	}
	for end := len(others) - 1; first <= last && first <= end && words[last] == others[end]; end-- {
		last--
	}
	if first > last {
		return 0, 0
	}
	start, end, _ = trainset.Stretch(text, words, first, last)
	return start, end
}

// roleOf returns the role of a document in its row: positive, negative, or document if it has no grade or the row has scores.
func roleOf(row *corpus.TrainingRow, d corpus.TrainingDoc) string {
	switch {
	case row.Scored:
		return "document"
	case d.Grade > 0:
		return "positive"
	case d.Grade <= 0:
		return "negative"
	}
	return "document"
}
