// Package serve answers requests of a training loop: the axioms' preferences on given candidates, the preferences that a model's scores
// violate, and training rows drawn with such scores. Requests and answers are JSON lines; `axiomine help serve` describes them.
package serve

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"github.com/axiomine/axiomine/axioms"
	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/gen/account"
	"github.com/axiomine/axiomine/gen/mine"
	"github.com/axiomine/axiomine/gen/prepare"
	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/safefile"
)

// Server answers requests from a prepared collection.
type Server struct {
	chain    *prepare.Preparation
	training *prepare.Split
	byID     map[string]*mine.Query // the queries of all splits
	names    []string               // the names of the axioms
	limit    sizeLimit              // limit of the current answer
	unmet    []account.Unmet        // the amounts that draws did not reach

	MaxRequest, MaxAnswer int // the maximum lengths of a request and of an answer, in bytes
}

// Ready is the first line of output. It describes the data of the server.
type Ready struct {
	Version   string   `json:"version"`
	Axioms    []string `json:"axioms"` // names of the axioms, to which answers refer by index
	Documents int      `json:"documents"`
	Queries   int      `json:"queries"` // number of training queries
}

// New returns a server for a prepared run.
func New(p *prepare.Preparation) (*Server, error) {
	training, err := prepare.Training(&p.Run.Config.Gen, p.Splits)
	if err != nil {
		return nil, err
	}
	s := &Server{chain: p, training: training, byID: map[string]*mine.Query{}, MaxRequest: safefile.Line, MaxAnswer: safefile.Answer}
	for _, a := range p.Axioms.All {
		if _, ok := a.(axioms.Preference); !ok {
			return nil, errs.BadUsage("leave it out", "axiom %s does not compare two documents of a list", a)
		}
		s.names = append(s.names, a.String())
	}
	if err := prepare.NewMiner(p).Check(); err != nil {
		return nil, err
	}
	for i := range p.Splits {
		for j := range p.Splits[i].Queries {
			q := &p.Splits[i].Queries[j]
			s.byID[q.ID] = q
			for _, id := range q.SameText {
				s.byID[id] = q
			}
		}
	}
	return s, nil
}

// Run writes a Ready line, then answers each line of in with one line, until in ends. An invalid request gets an answer with the error. Run
// returns an error if reading or writing fails, or ctx ends.
func (s *Server) Run(ctx context.Context, in io.Reader, out io.Writer) error {
	lines := bufio.NewReaderSize(in, 1<<16)
	ready := Ready{Version: configs.Version, Axioms: s.names, Documents: s.chain.Index.NumDocs(), Queries: len(s.training.Queries)}
	if err := write(out, ready); err != nil {
		return err
	}
	for {
		line, err := readLine(lines, s.MaxRequest)
		if err := ctx.Err(); err != nil && len(line) > 0 {
			return err
		}
		var answer any
		switch {
		case errors.Is(err, io.EOF):
			return nil
		case errors.Is(err, errLong):
			r, _ := parse(line) // line is the beginning of the request; it may have the id
			answer = newRefusal(r.ID, errs.BadUsage("ask about fewer documents", "a request is longer than %d bytes", s.MaxRequest))
		case err != nil:
			return err
		case len(bytes.TrimSpace(line)) == 0:
			continue
		default:
			s.limit.reset(s.MaxAnswer)
			answer = s.answer(ctx, line)
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := write(out, answer); err != nil {
			return err
		}
		s.limit.freeMemory(len(line))
	}
}

// errLong is the error of a line that is longer than allowed.
var errLong = errors.New("too long")

// readLine returns the next line without its newline. If the line has more than maxBytes, it returns the beginning of the line and errLong.
func readLine(r *bufio.Reader, maxBytes int) (line []byte, err error) {
	isLong := false
	for {
		part, err := r.ReadSlice('\n')
		if isLong = isLong || len(line)+len(part) > maxBytes+1; isLong {
			part = part[:min(len(part), max(0, maxBytes-len(line)))]
		}
		line = append(line, part...)
		switch {
		case errors.Is(err, bufio.ErrBufferFull):
			continue
		case err != nil && (!errors.Is(err, io.EOF) || len(line) == 0):
			return nil, err
		case isLong:
			return line, errLong
		}
		return bytes.TrimSuffix(line, []byte{'\n'}), nil
	}
}

// refusal is the answer to a request that is invalid or fails.
type refusal struct {
	ID    json.RawMessage `json:"id,omitempty"`
	Error string          `json:"error"`
	Hint  string          `json:"hint,omitempty"`
}

// operation is a kind of request.
type operation struct {
	name   string
	fields []string // the fields that it reads, besides id and op
	needs  string   // a field that a request must have; "" if there is none
	run    func(*Server, context.Context, *request) (any, error)
}

// operations lists the kinds of requests.
var operations = []operation{
	{"preferences", []string{"lists"}, "lists", (*Server).preferences},
	{"violated", []string{"lists", "margin"}, "lists", (*Server).preferences},
	{"draw", []string{"lists", "margin", "seed"}, "", (*Server).draw},
	{"queries", []string{"queries"}, "", (*Server).queries},
	{"texts", []string{"documents"}, "documents", (*Server).texts},
}

func operationOf(name string) (*operation, error) {
	names := make([]string, len(operations))
	for i := range operations {
		if names[i] = operations[i].name; names[i] == name {
			return &operations[i], nil
		}
	}
	return nil, errs.BadUsage(errs.Suggestion(name, names...)+fmt.Sprintf("op is one of %v", names), "there is no operation %q", name)
}

func (s *Server) answer(ctx context.Context, line []byte) any {
	r, err := parse(line)
	if err != nil {
		return newRefusal(r.ID, err)
	}
	answer, err := r.operation.run(s, ctx, r)
	if err != nil {
		return newRefusal(r.ID, err)
	}
	return answer
}

// newRefusal returns the answer to the request with an id that failed with err.
func newRefusal(id json.RawMessage, err error) refusal {
	if userError, ok := errors.AsType[*errs.Error](err); ok {
		withoutHint := *userError
		withoutHint.Hint = ""
		return refusal{ID: id, Error: withoutHint.Error(), Hint: userError.Hint}
	}
	return refusal{ID: id, Error: err.Error()}
}
