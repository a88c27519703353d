// Package serve answers a training loop: what axioms say of given candidates, which of it a model's scores violate, and rows drawn
// anew under them. Requests and answers are JSON lines; `axiomine help serve` describes them.
package serve

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/axiomine/axiomine/axioms"
	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/configs/fault"
	"github.com/axiomine/axiomine/gen/dataset"
	"github.com/axiomine/axiomine/gen/mine"
	"github.com/axiomine/axiomine/gen/prepare"
)

// Server answers from a collection that is prepared.
type Server struct {
	sampler  *dataset.Sampler
	training *prepare.Split
	byID     map[string]*mine.Query // of all splits
	names    []string               // of the axioms
}

// Ready is the first line: what the server answers from.
type Ready struct {
	Version   string   `json:"version"`
	Axioms    []string `json:"axioms"` // which answers name by their numbers
	Documents int      `json:"documents"`
	Queries   int      `json:"queries"` // of training
}

// New makes a server of a prepared run.
func New(p *prepare.Prepared) (*Server, error) {
	training, err := p.Training()
	if err != nil {
		return nil, err
	}
	s := &Server{sampler: dataset.Of(p), training: training, byID: map[string]*mine.Query{}}
	for _, a := range p.Axioms.All {
		if _, pair := a.(axioms.Preference); !pair {
			return nil, fault.BadUsage("leave it out", "axiom %s does not compare two documents of a list", a)
		}
		s.names = append(s.names, a.String())
	}
	if err := p.Miner().Check(); err != nil {
		return nil, err
	}
	for i := range p.Splits {
		for j := range p.Splits[i].Queries {
			q := &p.Splits[i].Queries[j]
			s.byID[q.ID] = q
		}
	}
	return s, nil
}

// Run answers the lines of in until it ends, one line each. What is wrong with a request is its answer; an error is one of reading,
// writing or the machine.
func (s *Server) Run(ctx context.Context, in io.Reader, out io.Writer) error {
	lines := bufio.NewReaderSize(in, 1<<16)
	ready := Ready{Version: configs.Version, Axioms: s.names, Documents: s.sampler.Index.NumDocs(), Queries: len(s.training.Queries)}
	if err := write(out, ready); err != nil {
		return err
	}
	for {
		line, err := readLine(lines, s.sampler.Config.Gen.MaxLine)
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		if len(bytes.TrimSpace(line)) == 0 {
			continue
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := write(out, s.answer(ctx, line)); err != nil {
			return err
		}
	}
}

// readLine gives the next line without its end; longer ones than most bytes are an error.
func readLine(r *bufio.Reader, most int) (line []byte, err error) {
	for {
		part, err := r.ReadSlice('\n')
		line = append(line, part...)
		switch {
		case len(line) > most:
			return nil, fault.BadInput("-", 0, "ask about fewer documents, or raise --max-line", "a request is longer than %d bytes", most)
		case errors.Is(err, bufio.ErrBufferFull):
		case errors.Is(err, io.EOF) && len(line) > 0:
			return line, nil
		case err != nil:
			return nil, err
		default:
			return line[:len(line)-1], nil
		}
	}
}

func write(out io.Writer, answer any) error {
	raw, err := json.Marshal(answer)
	if err != nil {
		return err
	}
	_, err = out.Write(append(raw, '\n'))
	return err
}

// request is a line.
type request struct {
	ID     json.RawMessage `json:"id"`
	Op     string          `json:"op"`
	Lists  []list          `json:"lists"`     // preferences, violated, draw
	Margin float64         `json:"margin"`    // violated, draw: in the scores' units
	Seed   *uint64         `json:"seed"`      // draw; the configuration's without it
	Docs   []string        `json:"documents"` // texts
	Asked  []string        `json:"queries"`   // queries; all of training without it
}

// list is a query with candidates.
type list struct {
	Query  string    `json:"query"`     // an id of the collection's topics
	Text   string    `json:"text"`      // or a text
	Docs   []string  `json:"documents"` // ids; all candidates of a query that has an id where they are left out
	Scores []float64 `json:"scores"`    // of the documents, in their order
}

// refusal answers a request that cannot be carried out.
type refusal struct {
	ID    json.RawMessage `json:"id,omitempty"`
	Error string          `json:"error"`
	Hint  string          `json:"hint,omitempty"`
}

// operation is what can be asked for, by name.
type operation struct {
	name string
	do   func(*Server, context.Context, *request) (any, error)
}

var operations = []operation{
	{"preferences", (*Server).preferences},
	{"violated", (*Server).preferences},
	{"draw", (*Server).draw},
	{"queries", (*Server).queries},
	{"texts", (*Server).texts},
}

// answer carries out one request.
func (s *Server) answer(ctx context.Context, line []byte) any {
	var r request
	decoder := json.NewDecoder(bytes.NewReader(line))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&r); err != nil {
		return refusal{ID: r.ID, Error: fmt.Sprintf("the request is not as axiomine help serve says: %v", err)}
	}
	at := slices.IndexFunc(operations, func(o operation) bool { return o.name == r.Op })
	if at < 0 {
		var names []string
		for _, o := range operations {
			names = append(names, o.name)
		}
		return refusal{ID: r.ID, Error: fmt.Sprintf("there is no operation %q", r.Op), Hint: fault.Suggestion(r.Op, names...) +
			fmt.Sprintf("op is one of %v", names)}
	}
	answer, err := operations[at].do(s, ctx, &r)
	if err == nil {
		return answer
	}
	if f, ok := errors.AsType[*fault.Error](err); ok {
		what := *f
		what.Hint = ""
		return refusal{ID: r.ID, Error: what.Error(), Hint: f.Hint}
	}
	return refusal{ID: r.ID, Error: err.Error()}
}
