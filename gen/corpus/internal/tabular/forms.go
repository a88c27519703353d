package tabular

import (
	"slices"
	"strings"
)

// Form is a table whose columns together have other roles, or other contents, than their names say alone.
type Form struct {
	columns     string   // the roles of columns, as in --columns; names are in the spelling of Roles
	needs       []string // other columns that must be there
	has, hasNot []string // columns that must be there, and those that must not
	alone       bool     // the table has no other columns
	before      []string // columns whose texts stand before that of the query, where the table has them
	isSet       bool     // the first of a list of texts is the query, and the others are its documents
	best        string   // the column that says which of the documents is the best one; "" for none
	orBest      string   // the column that says that the second one is; where neither does, no document is better
	bestAt      []string // values of best by the place of the best document: <0 and >0 are all such numbers
	turns       bool     // columns hold the turns of dialogues: the last ones are documents, those before are the query
	Pieces      bool     // columns hold numbers of word pieces or n-graphs, and no texts
	QueryIDs    bool     // texts of queries are ids
	DocumentIDs bool     // texts of documents are ids
	Lists       bool     // the id of the query is that of a list
	Inputs      bool     // documents are the prompts of monoT5 and duoT5, which hold the query
}

// forms are tried in this order. A form of two texts stands back where the table has a query.
var forms = slices.Concat(collected([]Form{
	{columns: "query=anchor,document=positive,label=label", hasNot: columnNames("negative negative_1")},
	{columns: "query=anchor,document=positive,label=labels", hasNot: columnNames("negative")},
	{columns: "query=text_left,query_id=id_left,document=text_right,label=label", needs: columnNames("id_right"), Lists: true},
	{columns: "query=prompt,positive=chosen_content,negative=rejected_content", turns: true},
	{columns: "query=prompt_content,positive=chosen_content,negative=rejected_content", turns: true},
	{columns: "query=messages_content,positive=chosen_content,negative=rejected_content", turns: true},
	{columns: "query=chosen_content,positive=chosen_content,negative=rejected_content", turns: true},
	{columns: "query=conversations_value,positive=chosen_value,negative=rejected_value", turns: true},
	{columns: "query=prompt_content,positive=chosen,negative=rejected", turns: true},
	{columns: "query=messages_content,positive=chosen,negative=rejected", turns: true},
	{columns: "query=conversations_value,positive=chosen,negative=rejected", turns: true},
	{columns: "query=messages_content,positive=messages_content,negative=rejected_messages_content", turns: true},
	{columns: "query=messages_content,positive=messages_content,negative=rejected_response_content", turns: true},
	{columns: "query=messages_content,positive=messages_content,negative=rejected_response", turns: true},
	{columns: "query=messages_content,positive=positive_messages_content,negative=negative_messages_content", turns: true},
	{columns: "query=prompt_content,document=completion_content,label=label", turns: true},
	{columns: "query=prompt,document=completion,label=label"},
	{columns: "query=messages_content,document=messages_content,label=label", turns: true},
	{columns: "query=messages_content,document=messages_content,label=kto_tag", turns: true},
	{columns: "query=conversations_value,document=conversations_value,label=label", turns: true},
	{columns: "query=conversations_value,document=conversations_value,label=kto_tag", turns: true},
	{columns: "query=set,positive=set", isSet: true, alone: true},
	{columns: "query=texts,positive=texts", isSet: true, alone: true},
	{columns: "query=questions_text,document=questions_text,label=is_duplicate", isSet: true},
	{columns: "query=history,positive=human_ref_a,negative=human_ref_b", best: "labels", bestAt: columnNames("1 0")},
	{columns: "query=prompt,positive=response_0,negative=response_1", best: "better_response_id", bestAt: columnNames("0 1")},
	{columns: "query=input,positive=output_1,negative=output_2", before: columnNames("instruction"), best: "preference", bestAt: columnNames("1 2")},
	{columns: "query=prompt,positive=response_1,negative=response_2", best: "preference_strength", bestAt: columnNames("<0 >0")},
	{columns: "query=question,positive=response_1,negative=response_2", best: "overall_response", bestAt: columnNames("1 2")},
	{columns: "query=conversation_a_content,positive=conversation_a_content,negative=conversation_b_content", turns: true,
		best: "winner", bestAt: columnNames("model_a model_b")},
	{columns: "query=context_content,positive=response1,negative=response2", turns: true,
		best: "overall_preference", bestAt: columnNames("<0 >0")},
	{columns: "query=query,positive=passage1,negative=passage2", best: "label", bestAt: columnNames(">0 <0")},
	{columns: "query=prompt,positive=response_a,negative=response_b", best: "winner", bestAt: columnNames("model_a model_b")},
	{columns: "query=prompt,positive=response_a,negative=response_b", best: "winner_model_a", orBest: "winner_model_b", bestAt: columnNames("1 0")},
	{columns: "query=instruction,positive=output_1,negative=output_2", best: "label", bestAt: columnNames("1 2")},
	{columns: "query=sentence1,document=sentence2,label=labels_label"},
	{columns: "query=query_title,positive=pos_abstract,negative=neg_abstract"},
	{columns: "query=info_post,positive=summaries_text", best: "choice", bestAt: columnNames("0 1")},
	{columns: "query=selftext,query_id=q_id,document=answers_text,score=answers_score", needs: columnNames("title"), before: columnNames("title")},
	{columns: "query=input,positive=output", needs: columnNames("instruction"), hasNot: columnNames("query question prompt anchor label score"),
		before: columnNames("history instruction")},
	{columns: "query=context,positive=response", needs: columnNames("instruction"), hasNot: columnNames("query question prompt anchor label score"),
		before: columnNames("history instruction")},
	{columns: "query=input", needs: columnNames("instruction"), hasNot: columnNames("query question prompt anchor"),
		before: columnNames("history instruction")},
	{columns: "query=query,positive=response", needs: columnNames("rejected_response"), before: columnNames("history")},
	{columns: "query=question,positive=response_j,negative=response_k"},
	{columns: "query=claim,document=evidence,label=label"},
	{columns: "query=doc,document=code,label=label"},
	{columns: "query=query,document=code,label=label"},
	{columns: "query=context,document=utterance,label=label"},
	{columns: "query=sent0,positive=sent1"},
}), pairsOf(false, "sentence1 sentence2", "sentence_1 sentence_2", "sentence_a sentence_b", "sent1 sent2", "s1 s2", "text1 text2", "text_1 text_2",
	"text_a text_b", "text_left text_right", "question1 question2", "question_1 question_2", "query1 query2", "qtext atext", "#1_string #2_string",
	"premise hypothesis", "title1 title2", "body1 body2", "post1 post2", "caption1 caption2", "docstring code",
	"func_documentation_string func_code_string"),
	pairsOf(true, "title body", "title abstract", "title article", "title description", "title answer", "title citation", "review title",
		"text summary", "text simplified", "article summary", "comment code", "english non_english"))

// trainingForms are forms of training rows that are no collection.
var trainingForms = collected([]Form{
	{columns: "query=query_id,positive=positive_id,negative=negative_id", hasNot: columnNames("positive negative"), QueryIDs: true, DocumentIDs: true},
	{columns: "query=question,positive=pos_doc_id,negative=neg_doc_id", DocumentIDs: true},
	{columns: "query=query_input_ids,positive=pos_input_ids,negative=neg_input_ids", Pieces: true},
	{columns: "query=query_input_ids,document=doc_input_ids,label=label", Pieces: true},
	{columns: "query=query_text,positive=positive_document_ids,negative=negative_document_ids", DocumentIDs: true},
	{columns: "query=query,positive=positive,negative=negative", needs: columnNames("positive_matches negative_matches"), Pieces: true},
	{columns: "document=token_id,title=type_id,label=label", Pieces: true},
	{columns: "document=input_ids,title=token_type_ids,label=label", Pieces: true},
	{columns: "document=inputs,label=targets", Inputs: true},
})

// pairsOf returns forms of two texts, the first of which is the query; alone if tables have no other columns.
func pairsOf(alone bool, names ...string) (list []Form) {
	for _, pair := range names {
		query, document, _ := strings.Cut(pair, " ")
		list = append(list, Form{columns: "query=" + query + ",document=" + document, alone: alone})
	}
	return collected(list)
}

// collected fills in the columns that each form has: those that are read, and those that it needs.
func collected(list []Form) []Form {
	for i := range list {
		f := &list[i]
		f.has = f.needs
		for part := range strings.SplitSeq(f.columns, ",") {
			if _, name, _ := strings.Cut(part, "="); !slices.Contains(f.has, name) {
				f.has = append(f.has, name)
			}
		}
		for _, name := range []string{f.best, f.orBest} {
			if name != "" {
				f.has = append(f.has, name)
			}
		}
	}
	return list
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
		if f.alone && len(names) > len(f.has) || !hasAll(f.has, has) || slices.ContainsFunc(f.hasNot, has) || f.standsBack(has) {
			continue
		}
		choice, _ = ParseColumns(f.columns) // of a column in two roles there is an error, which is one for users alone
		for _, names := range choice.names {
			for i := range names {
				names[i] = spelled[names[i]]
			}
		}
		before := f.before
		f.before, f.best, f.orBest = nil, spelled[f.best], spelled[f.orBest]
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

// standsBack reports whether a table with the columns of a form of two texts, or of numbers, has a query of its own.
func (f *Form) standsBack(has func(string) bool) bool {
	isPair := len(f.has) == 2 && !f.turns && len(f.before) == 0 && !f.Inputs || f.Pieces && !slices.Contains(f.has, "query")
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

// fold joins the texts that stand before a query, and makes the turns of a dialogue a query and documents. It changes values.
func (p *Plan) fold(values []Cells) {
	for i, isSecond := range p.second {
		if isSecond {
			values[i].takeSecond()
		}
	}
	switch f := &p.Form; {
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
