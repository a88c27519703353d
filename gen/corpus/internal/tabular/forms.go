package tabular

import (
	"slices"
	"strings"
)

// Form is a table whose columns together have other roles, or other contents, than their names say alone.
type Form struct {
	has, hasNot []string // names of columns, in the spelling of Roles
	columns     string   // their roles, as in --columns
	before      []string // columns whose texts stand before that of the query, where the table has them
	isSet       bool     // the first of a list of texts is the query, and the others are its positives
	turns       bool     // columns hold the turns of dialogues: the last ones are documents, those before are the query
	Pieces      bool     // columns hold ids of word pieces, which are joined
	QueryIDs    bool     // texts of queries are ids
	DocumentIDs bool     // texts of documents are ids
	Lists       bool     // the id of the query is that of a list
	Inside      string   // what the documents hold beside their texts, for the reader of training rows
}

// What documents hold beside their texts.
const (
	InPieces = "pieces" // query and document, by the types of the pieces
	InInputs = "inputs" // prompts of monoT5 and duoT5
	InTitles = "titles" // the title is another document: the better one, if the label is 1
)

// forms are tried in this order. A form of two texts stands back where the table has a query.
var forms = []Form{
	{has: columnNames("positive label anchor"), hasNot: columnNames("negative negative_1"), columns: "query=anchor,document=positive,label=label"},
	{has: columnNames("positive labels anchor"), hasNot: columnNames("negative"), columns: "query=anchor,document=positive,label=labels"},
	{has: columnNames("id_left text_left id_right text_right label"),
		columns: "query=text_left,query_id=id_left,document=text_right,label=label", Lists: true},
	{has: columnNames("prompt chosen_content rejected_content"), turns: true,
		columns: "query=prompt,positive=chosen_content,negative=rejected_content"},
	{has: columnNames("prompt_content chosen_content rejected_content"), turns: true,
		columns: "query=prompt_content,positive=chosen_content,negative=rejected_content"},
	{has: columnNames("messages_content chosen_content rejected_content"), turns: true,
		columns: "query=messages_content,positive=chosen_content,negative=rejected_content"},
	{has: columnNames("chosen_content rejected_content"), turns: true,
		columns: "query=chosen_content,positive=chosen_content,negative=rejected_content"},
	{has: columnNames("conversations_value chosen_value rejected_value"), turns: true,
		columns: "query=conversations_value,positive=chosen_value,negative=rejected_value"},
	{has: columnNames("prompt_content chosen rejected"), turns: true, columns: "query=prompt_content,positive=chosen,negative=rejected"},
	{has: columnNames("messages_content chosen rejected"), turns: true, columns: "query=messages_content,positive=chosen,negative=rejected"},
	{has: columnNames("conversations_value chosen rejected"), turns: true,
		columns: "query=conversations_value,positive=chosen,negative=rejected"},
	{has: columnNames("messages_content rejected_messages_content"), turns: true,
		columns: "query=messages_content,positive=messages_content,negative=rejected_messages_content"},
	{has: columnNames("messages_content rejected_response_content"), turns: true,
		columns: "query=messages_content,positive=messages_content,negative=rejected_response_content"},
	{has: columnNames("messages_content rejected_response"), turns: true,
		columns: "query=messages_content,positive=messages_content,negative=rejected_response"},
	{has: columnNames("messages_content positive_messages_content negative_messages_content"), turns: true,
		columns: "query=messages_content,positive=positive_messages_content,negative=negative_messages_content"},
	{has: columnNames("prompt_content completion_content label"), turns: true,
		columns: "query=prompt_content,document=completion_content,label=label"},
	{has: columnNames("prompt completion label"), columns: "query=prompt,document=completion,label=label"},
	{has: columnNames("messages_content label"), columns: "query=messages_content,document=messages_content,label=label", turns: true},
	{has: columnNames("messages_content kto_tag"), columns: "query=messages_content,document=messages_content,label=kto_tag", turns: true},
	{has: columnNames("conversations_value label"), columns: "query=conversations_value,document=conversations_value,label=label", turns: true},
	{has: columnNames("conversations_value kto_tag"), turns: true,
		columns: "query=conversations_value,document=conversations_value,label=kto_tag"},
	{has: columnNames("set"), isSet: true, columns: "query=set,positive=set"},
	{has: columnNames("instruction input"), hasNot: columnNames("query question prompt anchor"), columns: "query=input",
		before: columnNames("history instruction")},
	{has: columnNames("query response rejected_response"), columns: "query=query,positive=response", before: columnNames("history")},
	{has: columnNames("sentence1 sentence2"), columns: "query=sentence1,document=sentence2"},
	{has: columnNames("sentence_1 sentence_2"), columns: "query=sentence_1,document=sentence_2"},
	{has: columnNames("sentence_a sentence_b"), columns: "query=sentence_a,document=sentence_b"},
	{has: columnNames("sent0 sent1"), columns: "query=sent0,positive=sent1"},
	{has: columnNames("sent1 sent2"), columns: "query=sent1,document=sent2"},
	{has: columnNames("s1 s2"), columns: "query=s1,document=s2"},
	{has: columnNames("text1 text2"), columns: "query=text1,document=text2"},
	{has: columnNames("text_1 text_2"), columns: "query=text_1,document=text_2"},
	{has: columnNames("text_a text_b"), columns: "query=text_a,document=text_b"},
	{has: columnNames("text_left text_right"), columns: "query=text_left,document=text_right"},
	{has: columnNames("question1 question2"), columns: "query=question1,document=question2"},
	{has: columnNames("question_1 question_2"), columns: "query=question_1,document=question_2"},
	{has: columnNames("query1 query2"), columns: "query=query1,document=query2"},
	{has: columnNames("qtext atext"), columns: "query=qtext,document=atext"},
	{has: columnNames("#1_string #2_string"), columns: "query=#1_string,document=#2_string"},
	{has: columnNames("premise hypothesis"), columns: "query=premise,document=hypothesis"},
	{has: columnNames("claim evidence label"), columns: "query=claim,document=evidence,label=label"},
	{has: columnNames("question response_j response_k"), columns: "query=question,positive=response_j,negative=response_k"},
	{has: columnNames("doc code label"), columns: "query=doc,document=code,label=label"},
}

// trainingForms are forms of training rows that are no collection.
var trainingForms = []Form{
	{has: columnNames("query_id positive_id negative_id"), hasNot: columnNames("positive negative"), QueryIDs: true, DocumentIDs: true,
		columns: "query=query_id,positive=positive_id,negative=negative_id"},
	{has: columnNames("query_input_ids pos_input_ids neg_input_ids"), Pieces: true,
		columns: "query=query_input_ids,positive=pos_input_ids,negative=neg_input_ids"},
	{has: columnNames("query_input_ids doc_input_ids label"), Pieces: true, columns: "query=query_input_ids,document=doc_input_ids,label=label"},
	{has: columnNames("query_text positive_document_ids negative_document_ids"), DocumentIDs: true,
		columns: "query=query_text,positive=positive_document_ids,negative=negative_document_ids"},
	{has: columnNames("token_id type_id label"), columns: "document=token_id,title=type_id,label=label", Pieces: true, Inside: InPieces},
	{has: columnNames("input_ids token_type_ids label"), columns: "document=input_ids,title=token_type_ids,label=label", Pieces: true,
		Inside: InPieces},
	{has: columnNames("history human_ref_a human_ref_b labels"), Inside: InTitles,
		columns: "query=history,title=human_ref_a,document=human_ref_b,label=labels"},
	{has: columnNames("inputs targets"), columns: "document=inputs,label=targets", Inside: InInputs},
}

func columnNames(text string) []string { return strings.Fields(text) }

// formOf returns the form of a table with columns of the given names, and the choice of its columns; ok is false if it has none.
func formOf(names []string, training bool) (f Form, choice columnChoice, ok bool) {
	spelled := map[string]string{}
	for _, name := range names {
		spelled[plainColumn(name)] = name
	}
	has := func(plain string) bool { _, has := spelled[plain]; return has }
	list := forms
	if training {
		list = slices.Concat(trainingForms, forms)
	}
	for _, f := range list {
		if f.isSet && len(names) > 1 || !hasAll(f.has, has) || slices.ContainsFunc(f.hasNot, has) || f.standsBack(has) {
			continue
		}
		choice, _ = ParseColumns(f.columns) // of a column in two roles there is an error, which is one for users alone
		for _, names := range choice.names {
			for i := range names {
				names[i] = spelled[names[i]]
			}
		}
		before := f.before
		f.before = nil
		for _, plain := range before {
			if has(plain) {
				f.before = append(f.before, spelled[plain])
			}
		}
		return f, choice, true
	}
	return Form{}, columnChoice{}, false
}

// isOfForm reports whether a column's spelling is that of a column of a form.
func isOfForm(plain string) bool {
	return slices.ContainsFunc(slices.Concat(trainingForms, forms), func(f Form) bool {
		return slices.Contains(f.has, plain) || slices.Contains(f.hasNot, plain) || slices.Contains(f.before, plain)
	}) || slices.Contains(ownQueries, plain)
}

func hasAll(names []string, has func(string) bool) bool {
	return !slices.ContainsFunc(names, func(name string) bool { return !has(name) })
}

// standsBack reports whether a table with the columns of a form of two texts has a query of its own.
func (f *Form) standsBack(has func(string) bool) bool {
	isPair := len(f.has) == 2 && !f.turns && len(f.before) == 0 && f.Inside == ""
	return isPair && slices.ContainsFunc(ownQueries, has)
}

// hasTurns reports whether the texts of the query, or of documents beside it, are turns: members of objects that name who speaks.
func (p *Plan) hasTurns() bool {
	isTurn := func(column int) bool {
		if column < 0 {
			return false
		}
		parent, member := "", p.Names[column]
		if dot := strings.LastIndexByte(member, '.'); dot > 0 {
			parent, member = member[:dot+1], member[dot+1:]
		}
		return parent != "" && (member == "content" && slices.Contains(p.header, parent+"role") ||
			member == "value" && slices.Contains(p.header, parent+"from"))
	}
	if p.Query < 0 || len(p.docs) == 0 || slices.ContainsFunc(p.docs, func(d docColumns) bool { return d.text < 0 }) {
		return false
	}
	return isTurn(p.Query) || slices.ContainsFunc(p.docs, func(d docColumns) bool { return isTurn(d.text) })
}

// fold joins the texts that stand before a query, makes the turns of a dialogue a query and documents, and joins pieces. It changes values.
func (p *Plan) fold(values []Cells) {
	switch f := &p.Form; {
	case f.Pieces:
		for i := range values {
			values[i].Join(" ")
		}
	case f.turns:
		p.foldTurns(values)
	case f.isSet:
		list := &values[p.docs[0].text]
		values[p.Query] = Scalar(nil)
		if list.Listed && len(list.Texts) > 0 {
			values[p.Query], list.Texts = Scalar(list.Texts[:1]), list.Texts[1:]
		}
	case len(p.before) > 0:
		var texts []string
		for _, column := range append(slices.Clone(p.before), p.Query) {
			texts = append(texts, values[column].Texts...)
		}
		texts = slices.DeleteFunc(texts, func(text string) bool { return strings.TrimSpace(text) == "" })
		values[p.Query] = Scalar([]string{strings.Join(texts, "\n")})
	}
}

// foldTurns makes the turns that all documents share, but for the last of each, a part of the query. A list of dialogues is a list of
// documents.
func (p *Plan) foldTurns(values []Cells) {
	var shared []string // of the dialogues so far; nil before the first
	isDialogue := make([]bool, len(p.docs))
	for i := range p.docs {
		c := &values[p.docs[i].text]
		if c.Places != nil {
			c.Join("\n")
		} else if c.Listed && len(c.Texts) > 0 {
			turns := c.Texts[:len(c.Texts)-1]
			if shared == nil {
				shared = turns
			}
			n := 0
			for n < len(turns) && n < len(shared) && turns[n] == shared[n] {
				n++
			}
			shared = shared[:n:n]
			isDialogue[i] = true
		}
	}
	for i := range p.docs {
		if c := &values[p.docs[i].text]; isDialogue[i] {
			*c = Scalar([]string{strings.Join(c.Texts[len(shared):], "\n")})
		}
	}
	query := values[p.Query].Texts
	switch n, k := len(query), len(shared); {
	case p.isShared: // the column of the query is that of a document
		query = shared
	case k >= n && equalTurns(shared[:n], query), k > 0 && k < n && equalTurns(query[:k], shared): // one holds the other
		query = shared
	case k > n || !equalTurns(query[n-k:], shared):
		query = append(slices.Clone(query), shared...)
	}
	values[p.Query] = Scalar([]string{strings.Join(query, "\n")})
}

func equalTurns(a, b []string) bool {
	return slices.EqualFunc(a, b, func(a, b string) bool { return strings.TrimSpace(a) == strings.TrimSpace(b) })
}
