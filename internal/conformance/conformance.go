// Package conformance answers cases of what the project computes of axioms. Cases are JSON lines of preferences, triples,
// bounds, made documents, expressions, fulfilment and training pairs, each with the expected answer. The same lines can test
// another program.
package conformance

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"reflect"

	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/safefile"
)

// Summary counts how far the answers agree with what the cases expect.
type Summary struct {
	Cases       int
	Compared    int // answers with an expectation
	Differ      int
	Differences []string // the first ones, as text
}

// Kinds describes the fields of each kind of case, and the answer.
const Kinds = `  pairs      query, docs, stats, vectors, sims, pairs [{d1, d2, expect {axiom: -1 | 0 | 1 | null}}]; got in each of pairs
  triples    query, docs, expect {axiom: [[i, j, k], ...]}; got likewise
  bounds     lengths, params {delta, delta_star}, holds; got {holds}
  made       query, tokens, variant, params {max_words | pieces}, k, made_lengths; got {k, made_lengths}
  combine    op, parts [[precondition, preference], ...], share, expect; got [precondition, preference]
  fulfil     kind (pair | tfc2), scores; got {strict, weak} or {fulfilled}
  training   queries, settings, expect; got all of expect`

// Answer writes every line of r, a case each, with the member got added. The summary is that of the
// lines answered, also if an error ends them. Errors cite name.
func Answer(name string, r io.Reader, w io.Writer) (Summary, error) {
	c := &checker{axioms: axiomCache{}}
	err := c.run(name, r, w)
	return c.Summary, err
}

// checker answers cases line by line.
type checker struct {
	Summary
	axioms axiomCache
}

// differencesNamed is the largest number of differences in a summary. Every line has its answer.
const differencesNamed = 20

// answerer answers a kind of case. It returns the case with the member got.
type answerer func(c *checker, line object, text []byte) (object, error)

// kinds are recognised by a field that only they have. The first one found decides.
var kinds = []struct {
	field  string
	answer answerer
}{
	{"pairs", answerPairs}, {"queries", answerTraining}, {"lengths", answerBound}, {"op", answerExpression}, {"scores", answerFulfilment},
	{"tokens", answerMade}, {"docs", answerTriples},
}

func (c *checker) run(name string, r io.Reader, w io.Writer) error {
	in, out := bufio.NewReaderSize(r, 1<<16), bufio.NewWriter(w)
	defer out.Flush()
	var text []byte
	for number := 1; ; number++ {
		var err error
		text, err = safefile.ReadLine(in, text[:0], safefile.Line)
		switch {
		case err == io.EOF:
			return out.Flush()
		case err == bufio.ErrTooLong:
			return atLine(fmt.Errorf("a line of more than %s", safefile.Size(safefile.Line)), name, number)
		case err != nil:
			return err
		}
		if text := bytes.TrimSpace(text); len(text) > 0 {
			reply, err := c.answer(text)
			if err != nil {
				return atLine(err, name, number)
			}
			var b bytes.Buffer
			if err := reply.write(&b); err != nil {
				return err
			}
			b.WriteByte('\n')
			if _, err := out.Write(b.Bytes()); err != nil {
				return err
			}
		}
	}
}

// atLine returns the error of a line as bad input with its place.
func atLine(err error, name string, line int) error {
	f := errs.BadInput(name, line, "see axiomine axioms check --help", "%v", err)
	var inner *errs.Error
	if errors.As(err, &inner) {
		f.What, f.Hint = inner.What, inner.Hint
	}
	return f
}

func (c *checker) answer(text []byte) (object, error) {
	var line object
	if err := decode(text, &line); err != nil {
		return nil, err
	}
	c.Cases++
	for _, k := range kinds {
		if line.get(k.field) != nil {
			return k.answer(c, line, text)
		}
	}
	return nil, errors.New("a case of no known kind")
}

// compare counts an answer. If something is expected, it notes whether the answer differs.
func (c *checker) compare(line object, subject string, want json.RawMessage, answer any) error {
	if want == nil {
		return nil
	}
	text, err := compact(answer)
	if err != nil {
		return err
	}
	c.Compared++
	if sameValue(want, text) {
		return nil
	}
	c.Differ++
	if len(c.Differences) < differencesNamed {
		c.Differences = append(c.Differences, fmt.Sprintf("%s: %s: want %s, got %s", line.get("id"), subject, clip(want), clip(text)))
	}
	return nil
}

func clip(text []byte) string {
	if len(text) > 200 {
		return string(text[:200]) + "..."
	}
	return string(text)
}

// sameValue compares values and ignores their spelling: 1 and 1.0 are the same.
func sameValue(a, b json.RawMessage) bool {
	var x, y any
	return json.Unmarshal(a, &x) == nil && json.Unmarshal(b, &y) == nil && reflect.DeepEqual(x, y)
}
