package conformance

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"github.com/axiomine/axiomine/axioms"
)

// axiomCache keeps the parsed axioms of the cases.
type axiomCache map[string]axioms.Axiom

func (p axiomCache) axiom(key string) (axioms.Axiom, error) {
	if a, ok := p[key]; ok {
		return a, nil
	}
	a, err := axioms.Parse(key)
	if err == nil {
		p[key] = a
	}
	return a, err
}

// answerPairs answers the keys of expect in each of pairs with preferences.
func answerPairs(c *checker, line object, text []byte) (object, error) {
	var input struct {
		scenario
		Pairs []object `json:"pairs"`
	}
	if err := decode(text, &input); err != nil {
		return nil, err
	}
	v, err := newView(&input.scenario)
	if err != nil {
		return nil, err
	}
	q := v.query()
	docs, position, err := v.docs()
	if err != nil {
		return nil, err
	}
	judges := map[string]axioms.Judge{}
	for n, pair := range input.Pairs {
		numbers := [2]int{}
		for i, field := range []string{"d1", "d2"} {
			var id string
			if err := json.Unmarshal(pair.get(field), &id); err != nil {
				return nil, fmt.Errorf("a pair lacks %s", field)
			}
			ok := false
			if numbers[i], ok = position[id]; !ok {
				return nil, fmt.Errorf("a pair names the unknown document %q", id)
			}
		}
		var expect, replies object
		if pair.get("expect") == nil {
			return nil, errors.New("a pair without expect says of no axiom what it should be asked")
		}
		if err := json.Unmarshal(pair.get("expect"), &expect); err != nil {
			return nil, fmt.Errorf("expect: %w", err)
		}
		for _, e := range expect {
			judge := judges[e.name]
			if judge == nil {
				a, err := c.axioms.axiom(e.name)
				if err != nil {
					return nil, err
				}
				preference, ok := a.(axioms.Preference)
				if !ok {
					return nil, fmt.Errorf("%s does not compare two documents", e.name)
				}
				judge = preference.Bind(q, v.collection())
				judge.Load(docs)
				judges[e.name] = judge
			}
			var value any // null: the precondition does not hold
			if verdict := judge.Compare(numbers[0], numbers[1]); verdict.Precondition() {
				value = verdict.Preference()
			}
			if replies, err = replies.set(e.name, value); err != nil {
				return nil, err
			}
			subject := fmt.Sprintf("%s on (%s, %s)", e.name, v.Docs[numbers[0]].ID, v.Docs[numbers[1]].ID)
			if err := c.compare(line, subject, e.value, value); err != nil {
				return nil, err
			}
		}
		if input.Pairs[n], err = pair.set("got", replies); err != nil {
			return nil, err
		}
	}
	return line.set("pairs", objects(input.Pairs))
}

// objects writes a list of objects and keeps their bytes.
func objects(list []object) json.RawMessage {
	text := json.RawMessage("[")
	for i, o := range list {
		if i > 0 {
			text = append(text, ',')
		}
		item, err := compact(o)
		if err != nil {
			panic(err) // members were JSON when they were read
		}
		text = append(text, item...)
	}
	return append(text, ']')
}

// answerTriples answers each key of expect with its instances. Their order has no meaning.
func answerTriples(c *checker, line object, text []byte) (object, error) {
	var input struct {
		scenario
		Expect object `json:"expect"`
	}
	if err := decode(text, &input); err != nil {
		return nil, err
	}
	if input.Expect == nil {
		return nil, errors.New("a case of triples without expect says of no axiom what it should be asked")
	}
	v, err := newView(&input.scenario)
	if err != nil {
		return nil, err
	}
	docs, _, err := v.docs()
	if err != nil {
		return nil, err
	}
	var replies object
	for _, e := range input.Expect {
		a, err := c.axioms.axiom(e.name)
		if err != nil {
			return nil, err
		}
		triple, ok := a.(axioms.Triple)
		if !ok {
			return nil, fmt.Errorf("%s is no axiom over three documents", e.name)
		}
		judge := triple.BindTriple(v.query(), v.collection())
		judge.Load(docs)
		instances := [][]string{}
		judge.Each(func(i, j, k int) bool {
			instances = append(instances, []string{v.Docs[i].ID, v.Docs[j].ID, v.Docs[k].ID})
			return true
		})
		slices.SortFunc(instances, slices.Compare)
		want, err := sortedRows(e.value)
		if err != nil {
			return nil, err
		}
		if err := c.compare(line, e.name, want, instances); err != nil {
			return nil, err
		}
		if replies, err = replies.set(e.name, instances); err != nil {
			return nil, err
		}
	}
	return line.set("got", replies)
}

// sortedRows sorts a list of lists of strings, whose order has no meaning. It keeps null.
func sortedRows(text json.RawMessage) (json.RawMessage, error) {
	var rows [][]string
	if err := json.Unmarshal(text, &rows); err != nil {
		return nil, fmt.Errorf("expect: %w", err)
	}
	slices.SortFunc(rows, slices.Compare)
	return compact(rows)
}

// answerBound answers whether lengths are within a bound.
func answerBound(c *checker, line object, text []byte) (object, error) {
	var input struct {
		Lengths []int `json:"lengths"`
		Params  struct {
			Delta     *int     `json:"delta"`
			DeltaStar *float64 `json:"delta_star"`
		} `json:"params"`
	}
	if err := decode(text, &input); err != nil {
		return nil, err
	}
	if len(input.Lengths) == 0 || slices.Min(input.Lengths) < 0 {
		return nil, errors.New("lengths: expected numbers of words")
	}
	b := axioms.Unbounded
	if d := input.Params.Delta; d != nil {
		if *d < 0 {
			return nil, fmt.Errorf("delta: %d is no number of words", *d)
		}
		b.Delta = *d
	}
	if d := input.Params.DeltaStar; d != nil {
		if !(*d >= 0 && *d <= 1) {
			return nil, fmt.Errorf("delta_star: %v is not from 0 to 1", *d)
		}
		b.DeltaStar = *d
	}
	return c.fields(line, member{"holds", boolean(b.Holds(input.Lengths...))})
}

// answerFulfilment answers whether scores fulfil an instance.
func answerFulfilment(c *checker, line object, text []byte) (object, error) {
	var input struct {
		Kind   string    `json:"kind"`
		Scores []float64 `json:"scores"`
	}
	if err := decode(text, &input); err != nil {
		return nil, err
	}
	s := input.Scores
	switch {
	case input.Kind == "pair" && len(s) == 2:
		return c.fields(line, member{"strict", boolean(axioms.Fulfilled(false, s[0], s[1]))},
			member{"weak", boolean(axioms.Fulfilled(true, s[0], s[1]))})
	case input.Kind == "tfc2" && len(s) == 3:
		return c.fields(line, member{"fulfilled", boolean(axioms.FulfilledTriple(s[0], s[1], s[2]))})
	}
	return nil, fmt.Errorf("kind %q with %d scores: expected pair with two or tfc2 with three", input.Kind, len(s))
}

// answerMade answers with the documents that lnc2 makes of a document.
func answerMade(c *checker, line object, text []byte) (object, error) {
	var input struct {
		scenario
		Tokens  []string `json:"tokens"`
		Variant string   `json:"variant"`
		Params  struct {
			Words  json.Number `json:"max_words"`
			Limit  json.Number `json:"max_pieces"`
			Pieces int         `json:"pieces"`
		} `json:"params"`
	}
	if err := decode(text, &input); err != nil {
		return nil, err
	}
	key := "lnc2"
	if input.Variant != "" {
		key += "/" + input.Variant
	}
	sign := "?"
	for _, p := range []struct{ name, value string }{{"max_words", input.Params.Words.String()}, {"max_pieces", input.Params.Limit.String()}} {
		if p.value != "" {
			key += sign + p.name + "=" + p.value
			sign = "&"
		}
	}
	a, err := c.axioms.axiom(key)
	if err != nil {
		return nil, err
	}
	v, err := newView(&input.scenario)
	if err != nil {
		return nil, err
	}
	repeats := a.(axioms.Generative).Repeats(v.query(), axioms.Doc{Terms: v.terms(input.Tokens)}, input.Params.Pieces)
	k, lengths := append([]int{}, repeats...), []int{}
	for _, n := range repeats {
		lengths = append(lengths, n*len(input.Tokens))
	}
	times, err := compact(k)
	if err != nil {
		return nil, err
	}
	madeLengths, err := compact(lengths)
	if err != nil {
		return nil, err
	}
	return c.fields(line, member{"k", times}, member{"made_lengths", madeLengths})
}

// fields compares answers with the case's fields of the same names and sets got to the answers.
func (c *checker) fields(line object, answers ...member) (object, error) {
	for _, a := range answers {
		if err := c.compare(line, a.name, line.get(a.name), a.value); err != nil {
			return nil, err
		}
	}
	return line.set("got", object(answers))
}

func boolean(b bool) json.RawMessage {
	if b {
		return json.RawMessage("true")
	}
	return json.RawMessage("false")
}
