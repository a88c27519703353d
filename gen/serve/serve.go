// Package serve answers requests of a training loop: the axioms' preferences on given candidates, those that a model's scores violate,
// and training rows drawn with such scores. Requests and answers are JSON lines; `axiomine help serve` describes them.
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
	byID     map[string]*mine.Query // of all splits
	names    []string               // of the axioms
	room     room                   // of the current answer
	unmet    []account.Unmet        // amounts that draws did not reach

	MaxRequest, MaxAnswer int // bytes of the longest line that is read, and of the longest answer
}

// Ready is the first line of output. It describes what the server answers from.
type Ready struct {
	Version   string   `json:"version"`
	Axioms    []string `json:"axioms"` // answers name an axiom by its place here
	Documents int      `json:"documents"`
	Queries   int      `json:"queries"` // of training
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

// Run writes a Ready line, then answers each line of in with one line, until in ends. The answer reports a fault of its request. An error
// means that reading, writing or the machine failed.
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
			r, _ := parse(line) // the beginning alone, for its id
			answer = refuse(r.ID, errs.BadUsage("ask about fewer documents", "a request is longer than %d bytes", s.MaxRequest))
		case err != nil:
			return err
		case len(bytes.TrimSpace(line)) == 0:
			continue
		default:
			s.room.open(s.MaxAnswer)
			answer = s.answer(ctx, line)
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := write(out, answer); err != nil {
			return err
		}
		s.room.release(len(line))
	}
}

// errLong is the error of a line that is longer than allowed; its end was read.
var errLong = errors.New("too long")

// readLine returns the next line without its newline. For a line of more than most bytes it returns the beginning and errLong.
func readLine(r *bufio.Reader, most int) (line []byte, err error) {
	long := false
	for {
		part, err := r.ReadSlice('\n')
		if long = long || len(line)+len(part) > most+1; long {
			part = part[:min(len(part), max(0, most-len(line)))]
		}
		line = append(line, part...)
		switch {
		case errors.Is(err, bufio.ErrBufferFull):
			continue
		case err != nil && (!errors.Is(err, io.EOF) || len(line) == 0):
			return nil, err
		case long:
			return line, errLong
		}
		return bytes.TrimSuffix(line, []byte{'\n'}), nil
	}
}

// refusal answers a request that cannot be carried out.
type refusal struct {
	ID    json.RawMessage `json:"id,omitempty"`
	Error string          `json:"error"`
	Hint  string          `json:"hint,omitempty"`
}

// operation is a kind of request: its name, the fields that it reads, and the field that it needs.
type operation struct {
	name   string
	fields []string
	needs  string
	do     func(*Server, context.Context, *request) (any, error)
}

var operations = []operation{
	{"preferences", []string{"lists"}, "lists", (*Server).preferences},
	{"violated", []string{"lists", "margin"}, "lists", (*Server).preferences},
	{"draw", []string{"lists", "margin", "seed"}, "", (*Server).draw},
	{"queries", []string{"queries"}, "", (*Server).queries},
	{"texts", []string{"documents"}, "documents", (*Server).texts},
}

// operationOf returns the operation with a name.
func operationOf(name string) (*operation, error) {
	names := make([]string, len(operations))
	for i := range operations {
		if names[i] = operations[i].name; names[i] == name {
			return &operations[i], nil
		}
	}
	return nil, errs.BadUsage(errs.Suggestion(name, names...)+fmt.Sprintf("op is one of %v", names), "there is no operation %q", name)
}

// answer carries out one request.
func (s *Server) answer(ctx context.Context, line []byte) any {
	r, err := parse(line)
	if err != nil {
		return refuse(r.ID, err)
	}
	answer, err := r.operation.do(s, ctx, r)
	if err != nil {
		return refuse(r.ID, err)
	}
	return answer
}

// refuse returns the answer that says what is wrong with a request.
func refuse(id json.RawMessage, err error) refusal {
	if f, ok := errors.AsType[*errs.Error](err); ok {
		plain := *f
		plain.Hint = ""
		return refusal{ID: id, Error: plain.Error(), Hint: f.Hint}
	}
	return refusal{ID: id, Error: err.Error()}
}
