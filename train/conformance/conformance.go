// Package conformance answers cases of what the project computes of axioms: JSON lines of preferences, triples, bounds, made
// documents, expressions, fulfilment and training pairs, each with what is expected of it. Another program that claims the same
// can be held against the same lines.
package conformance

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"reflect"

	"github.com/axiomine/axiomine/configs/fault"
	"github.com/axiomine/axiomine/configs/untrusted"
)

// Summary says how the answers agree with what the cases expect.
type Summary struct {
	Cases       int
	Compared    int // answers for which the case expects something
	Differ      int
	Differences []string // the first ones, in words
}

// Kinds says which fields the cases of each kind have, and what is answered.
const Kinds = `  pairs      query, docs, stats, vectors, sims, pairs [{d1, d2, expect {axiom: -1 | 0 | 1 | null}}]; got in each of pairs
  triples    query, docs, expect {axiom: [[i, j, k], ...]}; got likewise
  bounds     lengths, params {delta, delta_star}, holds; got {holds}
  made       query, tokens, variant, params {max_words | pieces}, k, made_lengths; got {k, made_lengths}
  combine    op, parts [[precondition, preference], ...], share, expect; got [precondition, preference]
  fulfil     kind (pair | tfc2), scores; got {strict, weak} or {fulfilled}
  training   queries, settings, expect; got all of expect`

// Answer writes every line of r, which is a case, with got in its place. The summary is that of the lines answered, also where an
// error ends them; name stands in errors.
func Answer(name string, r io.Reader, w io.Writer) (Summary, error) {
	c := &checker{axioms: parsed{}}
	err := c.run(name, r, w)
	return c.Summary, err
}

// checker answers cases line by line.
type checker struct {
	Summary
	axioms parsed
}

// differencesNamed bounds what a summary says in words; got stands in every line.
const differencesNamed = 20

// answerer is how one kind of case is answered: it gives the case with got in its place.
type answerer func(c *checker, line object, text []byte) (object, error)

// kinds are recognised by a field that only they have; the first that is there decides.
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
		text, err = untrusted.ReadLine(in, text[:0], untrusted.Line)
		switch {
		case err == io.EOF:
			return out.Flush()
		case err == bufio.ErrTooLong:
			return located(fmt.Errorf("a line of more than %s", untrusted.Size(untrusted.Line)), name, number)
		case err != nil:
			return err
		}
		if text := bytes.TrimSpace(text); len(text) > 0 {
			answered, err := c.answer(text)
			if err != nil {
				return located(err, name, number)
			}
			var b bytes.Buffer
			if err := answered.write(&b); err != nil {
				return err
			}
			b.WriteByte('\n')
			if _, err := out.Write(b.Bytes()); err != nil {
				return err
			}
		}
	}
}

// located turns what is wrong with a line into bad input with its place.
func located(err error, name string, line int) error {
	f := fault.BadInput(name, line, "see axiomine axioms check --help", "%v", err)
	var of *fault.Error
	if errors.As(err, &of) {
		f.What, f.Hint = of.What, of.Hint
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

// compare counts an answer and notes whether it is what is expected, if something is.
func (c *checker) compare(line object, what string, want json.RawMessage, got any) error {
	if want == nil {
		return nil
	}
	text, err := compact(got)
	if err != nil {
		return err
	}
	c.Compared++
	if same(want, text) {
		return nil
	}
	c.Differ++
	if len(c.Differences) < differencesNamed {
		c.Differences = append(c.Differences, fmt.Sprintf("%s: %s: want %s, got %s", line.get("id"), what, clipped(want), clipped(text)))
	}
	return nil
}

func clipped(text []byte) string {
	if len(text) > 200 {
		return string(text[:200]) + "..."
	}
	return string(text)
}

// same compares values, not their spelling: 1 and 1.0 are the same.
func same(a, b json.RawMessage) bool {
	var x, y any
	return json.Unmarshal(a, &x) == nil && json.Unmarshal(b, &y) == nil && reflect.DeepEqual(x, y)
}
