package axiomscmd

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"reflect"

	"github.com/axiomine/axiomine/configs/command"
	"github.com/axiomine/axiomine/configs/fault"
	"github.com/axiomine/axiomine/configs/untrusted"
	"github.com/spf13/cobra"
)

// check answers cases of the golden schema.
func check() *cobra.Command {
	cmd := &cobra.Command{Use: "check", Short: "answer golden cases: JSON lines on stdin, the same lines with `got` on stdout", Args: command.NoArgs(),
		Example: "  axiomine axioms check < pairs.jsonl > answered.jsonl\n" +
			`  echo '{"id":"b1","lengths":[9,10],"params":{"delta_star":0.1},"holds":true}' | axiomine axioms check`,
		Long: `Each line is a case; its fields say of which kind. With what is expected left out a line is answered all the same.

  pairs      query, docs, stats, vectors, sims, pairs [{d1, d2, expect {axiom: -1 | 0 | 1 | null}}]; got in each of pairs
  triples    query, docs, expect {axiom: [[i, j, k], ...]}; got likewise
  bounds     lengths, params {delta, delta_star}, holds; got {holds}
  made       query, tokens, variant, params {max_words | pieces}, k, made_lengths; got {k, made_lengths}
  combine    op, parts [[precondition, preference], ...], share, expect; got [precondition, preference]
  fulfil     kind (pair | tfc2), scores; got {strict, weak} or {fulfilled}
  training   queries, settings, expect; got all of expect

The exit code is 4 when an answer differs from what a line expects.`,
		RunE: func(cmd *cobra.Command, _ []string) error {
			c := &checker{axioms: parsed{}}
			err := c.run(cmd.InOrStdin(), cmd.OutOrStdout())
			for _, d := range c.differences {
				fmt.Fprintln(cmd.ErrOrStderr(), d)
			}
			fmt.Fprintf(cmd.ErrOrStderr(), "%d cases, %d answers compared, %d differ\n", c.cases, c.compared, c.differ)
			if err == nil && c.differ > 0 {
				err = fault.Short("compare got with expect", "%d of %d answers differ", c.differ, c.compared)
			}
			return err
		}}
	return cmd
}

// checker answers cases line by line.
type checker struct {
	axioms      parsed
	cases       int
	compared    int // answers for which the case expects something
	differ      int
	differences []string // the first ones, in words
}

// shownDifferences bounds what stderr names; stdout has all.
const shownDifferences = 20

// answerer is how one kind of case is answered: it gives the case with got in its place.
type answerer func(c *checker, line object, text []byte) (object, error)

// kinds are recognised by a field that only they have; the first that is there decides.
var kinds = []struct {
	field  string
	answer answerer
}{
	{"pairs", checkPairs}, {"queries", checkTraining}, {"lengths", checkBound}, {"op", checkCombination}, {"scores", checkFulfilment},
	{"tokens", checkMade}, {"docs", checkTriples},
}

func (c *checker) run(r io.Reader, w io.Writer) error {
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
			return located(fmt.Errorf("a line of more than %s", untrusted.Size(untrusted.Line)), number)
		case err != nil:
			return err
		}
		if text = bytes.TrimSpace(text); len(text) > 0 {
			answered, err := c.answer(text)
			if err != nil {
				return located(err, number)
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
func located(err error, line int) error {
	f := fault.BadInput("standard input", line, "see axiomine axioms check --help", "%v", err)
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
	c.cases++
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
	c.compared++
	if same(want, text) {
		return nil
	}
	c.differ++
	if len(c.differences) < shownDifferences {
		c.differences = append(c.differences, fmt.Sprintf("%s: %s: want %s, got %s", line.get("id"), what, clipped(want), clipped(text)))
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
