package pipeline

import (
	"encoding/json"
	"fmt"
)

// Text states which text fills a slot of a template.
type Text uint8

const (
	Special Text = iota // special tokens
	A                   // the single text, or the first text of a pair
	B                   // the second text of a pair
)

// Slot is a part of a template.
type Slot struct {
	Text Text
	IDs  []int32 // the special tokens; nil for A and B
	Type int8    // the type id of all ids in the slot
}

// Template holds the slots for the ids of one text and of two texts.
type Template struct{ Single, Pair []Slot }

// Bare is the template without special tokens. The second text of a pair has type 1.
var Bare = Template{[]Slot{{Text: A}}, []Slot{{Text: A}, {Text: B, Type: 1}}}

// Specials returns the number of special tokens among slots.
func Specials(slots []Slot) (n int) {
	for _, s := range slots {
		n += len(s.IDs)
	}
	return n
}

// Fill appends the ids and types of slots. a holds the ids of text A, b those of text B.
func Fill(ids []int32, types []int8, slots []Slot, a, b []int32) ([]int32, []int8) {
	for _, s := range slots {
		part := s.IDs
		switch s.Text {
		case A:
			part = a
		case B:
			part = b
		}
		ids = append(ids, part...)
		for range part {
			types = append(types, s.Type)
		}
	}
	return ids, types
}

// newTemplate returns the template "first A last", and for pairs "first A middle B last", where B and the last id have the type second.
func newTemplate(first, last int32, middle []int32, second int8) Template {
	cls, sep := Slot{IDs: []int32{first}}, Slot{IDs: []int32{last}}
	return Template{[]Slot{cls, {Text: A}, sep},
		[]Slot{cls, {Text: A}, {IDs: middle}, {Text: B, Type: second}, {IDs: []int32{last}, Type: second}}}
}

// BERT returns [CLS] A [SEP], and [CLS] A [SEP] B [SEP] with types 0 and 1.
func BERT(cls, sep int32) Template { return newTemplate(cls, sep, []int32{sep}, 1) }

// RoBERTa returns <s> A </s>, and <s> A </s></s> B </s>, all of type 0.
func RoBERTa(cls, sep int32) Template { return newTemplate(cls, sep, []int32{sep, sep}, 0) }

// readTemplate reads a post_processor. The post_processor ByteLevel does not change ids.
func readTemplate(raw json.RawMessage) (Template, error) {
	switch kind, err := kindOf("post_processor", raw); {
	case err != nil:
		return Template{}, err
	case kind == "":
		return Bare, nil
	case kind == "ByteLevel":
		var p byteLevel
		return Bare, readStrict("post_processor ByteLevel", raw, &p)
	case kind == "TemplateProcessing":
		return readTemplateProcessing(raw)
	case kind == "RobertaProcessing":
		return readRoberta(raw)
	case kind == "BertProcessing":
		var p struct {
			typeName
			Sep tokenID `json:"sep"`
			Cls tokenID `json:"cls"`
		}
		err := readStrict("post_processor BertProcessing", raw, &p)
		return BERT(p.Cls.id, p.Sep.id), err
	case kind == "Sequence":
		return readTemplates(raw)
	default:
		return Template{}, fmt.Errorf("the post_processor %s is not read", kind)
	}
}

// tokenID is a token and its id, in JSON ["</s>", 2].
type tokenID struct {
	text string
	id   int32
}

func (n *tokenID) UnmarshalJSON(raw []byte) error {
	var parts []json.RawMessage
	if err := json.Unmarshal(raw, &parts); err != nil {
		return err
	}
	if len(parts) != 2 {
		return fmt.Errorf("%s is not a token and its id", raw)
	}
	if err := json.Unmarshal(parts[0], &n.text); err != nil {
		return err
	}
	return json.Unmarshal(parts[1], &n.id)
}

// readRoberta reads RobertaProcessing. All four members are required, since the library reads a part without the last two as
// BertProcessing.
func readRoberta(raw json.RawMessage) (Template, error) {
	var p struct {
		typeName
		Sep    tokenID `json:"sep"`
		Cls    tokenID `json:"cls"`
		Trim   *bool   `json:"trim_offsets"`
		Prefix *bool   `json:"add_prefix_space"`
	}
	err := readStrict("post_processor RobertaProcessing", raw, &p)
	if err == nil && (p.Trim == nil || p.Prefix == nil) {
		err = fmt.Errorf("the post_processor RobertaProcessing lacks trim_offsets or add_prefix_space")
	}
	return RoBERTa(p.Cls.id, p.Sep.id), err
}

// readTemplates reads a Sequence in which at most one processor adds tokens.
func readTemplates(raw json.RawMessage) (Template, error) {
	var p struct {
		typeName
		Processors []json.RawMessage `json:"processors"`
	}
	if err := readStrict("post_processor Sequence", raw, &p); err != nil {
		return Template{}, err
	}
	template, ok := Bare, false
	for _, part := range p.Processors {
		kind, err := kindOf("post_processor", part)
		if err != nil {
			return Template{}, err
		}
		if kind == "" || kind == "Sequence" || ok && kind != "ByteLevel" {
			return Template{}, fmt.Errorf("a post_processor Sequence of more than ByteLevel and one other is not read")
		}
		t, err := readTemplate(part)
		if err != nil {
			return Template{}, err
		}
		if kind != "ByteLevel" {
			template, ok = t, true
		}
	}
	return template, nil
}

// piece is a Slot in a file: either a key of special_tokens, or A or B.
type piece struct {
	Special  *namedPiece `json:"SpecialToken"`
	Sequence *namedPiece `json:"Sequence"`
}

type namedPiece struct {
	ID   string `json:"id"`
	Type int8   `json:"type_id"`
}

// specialTokens is an entry of special_tokens.
type specialTokens struct {
	ID     string   `json:"id"`
	IDs    []int32  `json:"ids"`
	Tokens []string `json:"tokens"`
}

func readTemplateProcessing(raw json.RawMessage) (Template, error) {
	var p struct {
		typeName
		Single   []piece                  `json:"single"`
		Pair     []piece                  `json:"pair"`
		Specials map[string]specialTokens `json:"special_tokens"`
	}
	if err := readStrict("post_processor TemplateProcessing", raw, &p); err != nil {
		return Template{}, err
	}
	single, err := readSlots(p.Single, p.Specials)
	if err != nil {
		return Template{}, err
	}
	for _, s := range single {
		if s.Text == B {
			return Template{}, fmt.Errorf("the post_processor's template of a single text has B")
		}
	}
	pair, err := readSlots(p.Pair, p.Specials)
	return Template{single, pair}, err
}

func readSlots(pieces []piece, specials map[string]specialTokens) (slots []Slot, err error) {
	for _, s := range pieces {
		switch {
		case s.Special != nil && s.Sequence == nil:
			token, ok := specials[s.Special.ID]
			if !ok {
				return nil, fmt.Errorf("the post_processor's special_tokens lack %q", s.Special.ID)
			}
			slots = append(slots, Slot{IDs: token.IDs, Type: s.Special.Type})
		case s.Sequence != nil && s.Special == nil && s.Sequence.ID == "A":
			slots = append(slots, Slot{Text: A, Type: s.Sequence.Type})
		case s.Sequence != nil && s.Special == nil && s.Sequence.ID == "B":
			slots = append(slots, Slot{Text: B, Type: s.Sequence.Type})
		default:
			return nil, fmt.Errorf("the post_processor's template has a piece that is neither a SpecialToken nor Sequence A or B")
		}
	}
	return slots, nil
}
