package format

import "github.com/axiomine/axiomine/tokenize/shard/internal/plan"

// All is the table of output formats, in the order of listings. The Sets of an entry are its folders, each with the template of its rows.
// A format that no template can describe has a Parts function, in a file with the format's name.
var All = []Format{
	parquetFormat,
	{
		Name:   "triples",
		About:  "MS MARCO triples: query, positive, negative as TSV; triples-meta says line by line where they come from",
		Use:    "each line is cut at tabs into query, positive and negative; dl4marco-bert's convert_msmarco_to_tfrecord.py reads it",
		Needs:  plan.Needs{Flat: true, Weights: true},
		Sets:   []set{textTriples("triples")},
		Beside: []set{textCandidates("triples")},
	},
	{
		Name:  "triples-ids",
		About: "MS MARCO triples of ids: qid, pid, pid as TSV, and triples-ids-meta",
		Use:   "each line is cut at tabs into the ids of query, positive and negative, as qidpidtriples of MS MARCO",
		Needs: plan.Needs{Weights: true},
		Sets: []set{{name: "triples-ids", isWhole: true, folders: []folder{
			{style: tabs, row: `["{query_id}", "{pos_id}", "{neg_id}"]`}, provenance}}},
	},
	{
		Name:   "jsonl",
		About:  "every row with all that is known of it, one JSON object a line",
		Use:    `datasets.load_dataset("json", data_files="DIR/jsonl/train-*"), or a line at a time`,
		Needs:  plan.Needs{Classes: true, Weights: true},
		Sets:   []set{{name: "jsonl", isWhole: true, folders: []folder{{style: lines, row: canonicalRow, inCard: true}}}},
		Beside: []set{{name: "jsonl", shape: candidateRows, folders: []folder{{style: lines, row: candidateRow}}}},
	},
	{
		Name:  "st-triplet",
		About: "sentence-transformers: config triplet (anchor, positive, negative)",
		Use: `SentenceTransformerTrainer(model, train_dataset=load_dataset(DIR, "triplet", split="train"), ` +
			`loss=MultipleNegativesRankingLoss(model))`,
		Needs: plan.Needs{Weights: true},
		Sets: []set{{name: "triplet", embeds: true, folders: []folder{{schema: "stTriplet",
			about: "sentence-transformers triplets, as for MultipleNegativesRankingLoss and TripletLoss",
			row:   `{"anchor": "{query}", "positive": "{positive}", "negative": "{negative}"}`}, metaTable}}},
	},
	{
		Name:  "st-ntuple",
		About: "sentence-transformers: config n-tuple (anchor, positive, negative_1 .. negative_n), n the group size less one",
		Use: `SentenceTransformerTrainer(model, train_dataset=load_dataset(DIR, "n-tuple", split="train"), ` +
			`loss=MultipleNegativesRankingLoss(model))`,
		Needs: plan.Needs{Groups: true, Weights: true},
		Sets: []set{{name: "n-tuple", shape: fixedRows, embeds: true, folders: []folder{{
			about: "sentence-transformers tuples of a positive and {negatives} of a query, as for MultipleNegativesRankingLoss",
			row:   `{"anchor": "{query}", "positive": "{positive}", "negative_#": "{negatives}"}`}, groupMetaTable}}},
	},
	{
		Name:  "st-pairs",
		About: "sentence-transformers: config labeled-pair (anchor, positive, label 1 or 0)",
		Use: `SentenceTransformerTrainer(model, train_dataset=load_dataset(DIR, "labeled-pair", split="train"), ` +
			`loss=ContrastiveLoss(model))`,
		Needs: plan.Needs{Weights: true},
		Sets: []set{{name: "labeled-pair", shape: inputRows, folders: []folder{{schema: "stPair", soft: "stSoftPair",
			about:  "sentence-transformers labelled pairs, as for ContrastiveLoss: of a pair the positive, then the negative",
			ifHard: ", label 1 and 0", ifSoft: softLabels,
			row: `{"anchor": "{query}", "positive": "{document}", "label": "{label:int64}"}`}, metaTable}}},
		Beside: []set{{name: "labeled-pair", shape: candidateRows, folders: []folder{{schema: "stPair",
			about: "candidates to be scored, label 1 for a relevant one",
			row:   `{"anchor": "{query}", "positive": "{document}", "label": "{label:int64}"}`}, candidateMetaTable}}},
	},
	{
		Name:  "st-margin-mse",
		About: "sentence-transformers: config margin-mse (triplet and the difference of the scores)",
		Use: `SentenceTransformerTrainer(model, train_dataset=load_dataset(DIR, "margin-mse", split="train"), ` +
			`loss=MarginMSELoss(model))`,
		Needs: plan.Needs{Weights: true},
		Sets: []set{{name: "margin-mse", isScored: true, folders: []folder{{schema: "stMargin",
			about: "sentence-transformers triplets with the positive's score less the negative's, for MarginMSELoss",
			row:   `{"anchor": "{query}", "positive": "{positive}", "negative": "{negative}", "label": "{score_difference}"}`}, metaTable}}},
	},
	{
		Name:  "st-margin-ntuple",
		About: "sentence-transformers: config margin-mse-n-tuple (n-tuple and the scores of all its documents)",
		Use: `SentenceTransformerTrainer(model, train_dataset=load_dataset(DIR, "margin-mse-n-tuple", split="train"), ` +
			`loss=DistillKLDivLoss(model))`,
		Needs: plan.Needs{Groups: true, Weights: true},
		Sets: []set{{name: "margin-mse-n-tuple", shape: fixedRows, isScored: true, folders: []folder{{
			about: "sentence-transformers tuples of a positive and {negatives} of a query, with the scores of all, the positive's first, " +
				"for MarginMSELoss and DistillKLDivLoss",
			row: `{"anchor": "{query}", "positive": "{positive}", "negative_#": "{negatives}", "scores": ["{scores}"]}`}, groupMetaTable}}},
	},
	{
		// The format listwise for bi-encoders. The column of all documents is called positive, as in the library's losses. All lists are
		// equally long, since its collator makes one tensor from a batch's labels.
		Name:  "st-labeled-list",
		About: "sentence-transformers: config labeled-list (anchor, positive, labels), lists of the positive and its negatives",
		Use: `SentenceTransformerTrainer(model, train_dataset=load_dataset(DIR, "labeled-list", split="train"), loss=LOSS), ` +
			`one that takes lists`,
		Needs: plan.Needs{Groups: true, Weights: true},
		Sets: []set{{name: "labeled-list", shape: fixedRows, folders: []folder{{schema: "stLabeledList",
			about: "sentence-transformers lists: a positive and its negatives of a query, label 1 and 0",
			row:   `{"anchor": "{query}", "positive": ["{documents}"], "labels": ["{labels}"]}`}, groupMetaTable}}},
	},
	{
		// For large data: each text is written once. The split train of queries and documents has the texts of all splits.
		Name:  "st-ids",
		About: "sentence-transformers: config train of ids, texts once in queries and documents",
		Use: `load_dataset(DIR, "train", split="train") with the ids looked up in load_dataset(DIR, "queries") and ` +
			`load_dataset(DIR, "documents")`,
		Needs: plan.Needs{Weights: true},
		Sets: []set{
			{name: "train", embeds: true, folders: []folder{{schema: "stIDs", about: "ids for sentence-transformers; texts are in `queries` and `documents`",
				row: `{"query_id": "{query_id}", "positive_id": "{pos_id:dict}", "negative_id": "{neg_id:dict}"}`}, metaTable}},
			{name: "queries", shape: queryRows, folders: []folder{{schema: "stQuery", about: "the queries of all splits",
				row: `{"query_id": "{text_id}", "query": "{query_text}"}`}}},
			{name: "documents", shape: documentRows, folders: []folder{{schema: "stDocument", about: "the documents of all splits",
				row: `{"document_id": "{doc_id}", "document": "{document}"}`}}},
		},
	},
	{
		Name:  "st-cross",
		About: "sentence-transformers CrossEncoder: config cross-encoder (query, passage, label 1 or 0)",
		Use: `CrossEncoderTrainer(model, train_dataset=load_dataset(DIR, "cross-encoder", split="train"), ` +
			`loss=BinaryCrossEntropyLoss(model))`,
		Needs: plan.Needs{Weights: true},
		Sets: []set{{name: "cross-encoder", shape: inputRows, folders: []folder{{schema: "stCross",
			about: "sentence-transformers CrossEncoder pairs, as for BinaryCrossEntropyLoss: of a pair the positive, then the negative, " +
				"label 1 and 0",
			row: `{"query": "{query}", "passage": "{document}", "label": "{label:float32}"}`}, metaTable}}},
		Beside: []set{{name: "cross-encoder", shape: candidateRows, folders: []folder{{schema: "stCross",
			about: "candidates to be scored, label 1 for a relevant one, as for CrossEncoder.predict",
			row:   `{"query": "{query}", "passage": "{document}", "label": "{label:float32}"}`}, candidateMetaTable}}},
	},
	{
		// Lists for bi-encoders (labeled-list) must be equally long, and those of candidates are not.
		Name:  "st-listwise",
		About: "sentence-transformers CrossEncoder: config listwise (query, docs, labels)",
		Use:   `CrossEncoderTrainer(model, train_dataset=load_dataset(DIR, "listwise", split="train"), loss=LambdaLoss(model))`,
		Needs: plan.Needs{Groups: true, Weights: true},
		Sets: []set{{name: "listwise", shape: groupRows, folders: []folder{{schema: "stList",
			about: "sentence-transformers CrossEncoder lists, as for LambdaLoss: a positive and its negatives of a query, label 1 and 0",
			row:   `{"query": "{query}", "docs": ["{documents}"], "labels": ["{labels}"]}`}, groupMetaTable}}},
		Beside: []set{{name: "listwise", shape: rankingRows, folders: []folder{
			{schema: "stList", about: "all candidates of a query in the order of their run, label 1 for a relevant one",
				row: `{"query": "{query}", "docs": ["{documents}"], "labels": ["{labels}"]}`},
			{schema: "stListMeta", suffix: metaSuffix, about: "what the rows of `{config}` are, row by row",
				row: `{"uid": "{candidates_uid}", "query_id": "{query_id}", "doc_ids": ["{doc_ids}"]}`}}}},
	},
	{
		// A query has a line for each of its positives, so every negative of a line ranks below its positive. Every passage has a title, since
		// the reranker reads it without a check.
		Name:  "tevatron",
		About: "tevatron: JSON lines of a query, its positive and negatives, as many as the group size",
		Use:   "tevatron.retriever.driver.train --dataset_name json --dataset_path DIR/tevatron/train-00000-of-N.jsonl --train_group_size SIZE",
		Needs: plan.Needs{Groups: true, Weights: true},
		Sets: []set{{name: "tevatron", shape: fixedRows, embeds: true, folders: []folder{{style: lines, inCard: true,
			row: passages("", "")}}}},
		Beside: []set{{name: "tevatron", shape: candidateRows, folders: []folder{{style: lines,
			row: `{"query_id": "{query_id}", "query": "{query}", "docid": "{doc_id}", "title": "{title}", "text": "{body}"}`}}}},
	},
	{
		// Tevatron puts a space between title and text, and so does the corpus.
		Name:  "tevatron-ids",
		About: "tevatron: the same by id, with a corpus",
		Use: "tevatron.retriever.driver.train --dataset_name json --dataset_path DIR/tevatron-ids/train-00000-of-N.jsonl " +
			"--corpus_name json --corpus_path DIR/tevatron-corpus/corpus-00000-of-N.jsonl",
		Needs: plan.Needs{Groups: true, Weights: true},
		Sets: []set{
			{name: "tevatron-ids", shape: fixedRows, embeds: true, folders: []folder{{style: lines, inCard: true,
				row: `{"query_id": "{query_id}", "query_text": "{query}", "positive_document_ids": ["{pos_id}"],
					"negative_document_ids": ["{neg_ids}"], "negative_sources": ["{negative_sources}"],
					"weight": "{weight?}", "margin": "{margin?}"}`}}},
			{name: "tevatron-corpus", shape: corpusRows, folders: []folder{{style: lines, inCard: true,
				row: `{"docid": "{doc_id}", "text": "{title_and_body}"}`}}},
		},
	},
	{
		Name:  "tevatron-distil",
		About: "tevatron distillation: the groups of tevatron, a score with every passage",
		Use:   "tevatron.retriever.driver.train_distil --dataset_name json --dataset_path DIR/tevatron-distil/train-00000-of-N.jsonl",
		Needs: plan.Needs{Groups: true, Weights: true},
		Sets: []set{{name: "tevatron-distil", shape: fixedRows, isScored: true, folders: []folder{{style: lines, inCard: true,
			row: passages(`, "score": "{pos_score}"`, `, "score": "{neg_scores}"`)}}}},
	},
	mtdnnFormat,
	tfrecordFormat,
	tfrecordEvalFormat,
	{
		// MatchZoo draws a positive's negatives from the rows with the same id_left. So each group has an id_left of its own, and MatchZoo draws
		// our pairs. Ids begin with a letter, so that pandas does not read them as numbers. MatchZoo's pack keeps the columns of weight and
		// margin: for a negative its pair's values, for the positive the means. Its evaluation groups candidates by id_left.
		Name:  "matchzoo",
		About: "MatchZoo: CSV for pack",
		Use:   `matchzoo.pack(pandas.read_csv("DIR/matchzoo/train-00000-of-N.csv"))`,
		Needs: plan.Needs{Flat: true, Groups: true, Weights: true},
		Sets: []set{{name: "matchzoo", shape: memberRows, groupSize: 2, folders: []folder{{style: commas,
			row: `{"id_left": "q/{query_id}/{uid}", "text_left": "{query}", "id_right": "d/{doc_id}", "text_right": "{document}",
				"label": "{label}", "weight": "{weight?}", "margin": "{margin?}"}`}}}},
		Beside: []set{{name: "matchzoo", shape: candidateRows, folders: []folder{{style: commas,
			row: `{"id_left": "q/{query_id}", "text_left": "{query}", "id_right": "d/{doc_id}", "text_right": "{document}",
				"label": "{label}"}`}}}},
	},
	matchzoo1Format,
	duetFormat,
	duet2017Format,
	duobertFormat,
	bertsumFormat,
	{
		// Nogueira, Jiang, Pradeep and Lin, Document Ranking with a Pretrained Sequence-to-Sequence Model, Findings of EMNLP 2020. An input
		// with two labels has the word of the larger share, also with the option soft. Texts are whole: a trainer has to cut the document,
		// not the end of the input, which asks for the answer. The score of a candidate is the logit of true at the output's first position.
		// The names are those of seqio, the library of T5's authors.
		Name:  "monot5",
		About: "monoT5: JSON lines of inputs (Query: .. Document: .. Relevant:) and targets (true or false)",
		Use:   `datasets.load_dataset("json", data_files="DIR/monot5/train-*"): inputs and targets of T5ForConditionalGeneration`,
		Needs: plan.Needs{Weights: true},
		Sets: []set{{name: "monot5", shape: inputRows, folders: []folder{{style: lines, inCard: true,
			row: `{"uid": "{uid}", "inputs": "Query: {query} Document: {document} Relevant:", "targets": "{label:true|false}",
				"negative_source": "{negative_source}", "weight": "{weight?}"}`}}}},
		Beside: []set{{name: "monot5", shape: candidateRows, folders: []folder{{style: lines,
			row: `{"query_id": "{query_id}", "doc_id": "{doc_id}", "inputs": "Query: {query} Document: {document} Relevant:",
				"targets": "{label:true|false}"}`}}}},
	},
	{
		// Pradeep, Nogueira and Lin, The Expando-Mono-Duo Design Pattern for Text Ranking with Pretrained Sequence-to-Sequence Models, 2021,
		// pairwise reranking: the target is true where the first document ranks above the second.
		Name:  "duot5",
		About: "duoT5: JSON lines of inputs (Query: .. Document0: .. Document1: .. Relevant:) and targets (true or false)",
		Use:   `datasets.load_dataset("json", data_files="DIR/duot5/train-*"): inputs and targets of T5ForConditionalGeneration`,
		Needs: plan.Needs{Weights: true},
		Sets: []set{{name: "duot5", shape: orderRows, folders: []folder{{style: lines, inCard: true,
			row: `{"uid": "{uid}", "inputs": "Query: {query} Document0: {first} Document1: {second} Relevant:",
				"targets": "{label:true|false}", "negative_source": "{negative_source}", "weight": "{weight?}"}`}}}},
	},
	{
		// FlagEmbedding 1.4: its embedders read prompt, its rerankers query_prompt, and its in-context embedder type, the kind of retrieval.
		// No negative is repeated, since the trainer draws as many as it needs.
		Name:  "flagembedding",
		About: "FlagEmbedding (BGE), embedders and rerankers: JSON lines of query, pos and neg, as many as the group size",
		Use:   "FlagEmbedding.finetune.embedder.encoder_only.base, or reranker, --train_data DIR/flagembedding/train-* --train_group_size SIZE",
		Needs: plan.Needs{Groups: true, Weights: true},
		Sets: []set{{name: "flagembedding", shape: groupRows, embeds: true, folders: []folder{{style: lines, inCard: true,
			row: positivesAndNegatives("")}}}},
	},
	{
		Name:  "flagembedding-distil",
		About: "FlagEmbedding with a teacher: the groups of flagembedding, with pos_scores and neg_scores",
		Use:   "FlagEmbedding's trainers with --train_data DIR/flagembedding-distil/train-* --knowledge_distillation True",
		Needs: plan.Needs{Groups: true, Weights: true},
		Sets: []set{{name: "flagembedding-distil", shape: groupRows, isScored: true, folders: []folder{{style: lines, inCard: true,
			row: positivesAndNegatives(`"pos_scores": ["{pos_score}"], "neg_scores": ["{neg_scores}"],`)}}}},
	},
	{
		// ms-swift 4.6 ignores the members after the messages. It would read a margin as that of preference learning, so none is written.
		Name:  "swift",
		About: "ms-swift rerankers (Qwen3-Reranker): JSON lines of messages, positive_messages and negative_messages, as many as the group size",
		Use: "swift sft --task_type generative_reranker (or reranker) --dataset DIR/swift/train-*; " +
			"MAX_NEGATIVE_SAMPLES is the group size less one",
		Needs: plan.Needs{Groups: true, Weights: true},
		Sets:  []set{{name: "swift", shape: groupRows, folders: []folder{conversation("assistant")}}},
	},
	{
		// An embedder reads documents as the user's words, a reranker as the answer to them.
		Name:  "swift-embedding",
		About: "ms-swift embedders: the groups of swift, documents said by the user, for its loss infonce",
		Use:   "swift sft --task_type embedding --loss_type infonce --dataset DIR/swift-embedding/train-*",
		Needs: plan.Needs{Groups: true, Weights: true},
		Sets:  []set{{name: "swift-embedding", shape: groupRows, embeds: true, folders: []folder{conversation("user")}}},
	},
	templateFormat,
	libsvmFormat,
}

// canonicalRow holds everything about a pair. A value that the pair does not have is null, never an empty string or a zero. A document's
// title is its first line. The label is the positive's label, or the class in a three-class task.
const canonicalRow = `{"uid": "{uid}", "task": "{task}", "axiom": "{axiom}", "variant": "{variant}",
	"query_id": "{query_id}", "pos_id": "{pos_id}", "neg_id": "{neg_id}",
	"query": "{query}", "positive": "{positive}", "negative": "{negative}",
	"label": "{pair_label}", "weight": "{weight:float32}", "margin": "{margin:float32}",
	"source": "{source}", "negative_source": "{negative_source}", "pos_grade": "{pos_grade}", "neg_grade": "{neg_grade}",
	"pos_rank": "{pos_rank}", "neg_rank": "{neg_rank}", "pos_score": "{run_pos_score}", "neg_score": "{run_neg_score}"}`

// candidateRow holds everything about a candidate.
const candidateRow = `{"query_id": "{query_id}", "doc_id": "{doc_id}", "rank": "{rank}", "label": "{label:int64}",
	"query": "{query}", "document": "{document}"}`

// provenanceRow holds the origin of a pair's row. A folder of such rows is beside a folder whose readers accept no further columns: TSV,
// and the configs of sentence-transformers, which feed every column but the label to the model as text.
const provenanceRow = `{"uid": "{uid}", "axiom": "{axiom}", "variant": "{variant}",
	"query_id": "{query_id}", "pos_id": "{pos_id}", "neg_id": "{neg_id}",
	"weight": "{weight}", "margin": "{margin}", "source": "{source}", "negative_source": "{negative_source}"}`

const (
	metaSuffix = "-meta"
	rowByRow   = "where the rows of `{config}` come from, row by row"
	softLabels = "; label is the share of pairs that prefer the document"
)

// The folders that describe the rows of another folder, row by row.
var (
	provenance     = folder{style: lines, suffix: metaSuffix, row: provenanceRow}
	metaTable      = folder{suffix: metaSuffix, row: provenanceRow, schema: "stMeta", about: rowByRow}
	groupMetaTable = folder{suffix: metaSuffix, schema: "stGroupMeta", about: rowByRow + "; a repeated negative stands once", isOnce: true,
		row: `{"uid": "{uid}", "query_id": "{query_id}", "pos_id": "{pos_id}", "neg_ids": ["{neg_ids}"], "uids": ["{uids}"],
			"axioms": ["{axioms}"], "weights": ["{weights}"], "margins": ["{margins}"], "negative_sources": ["{negative_sources}"]}`}
	candidateMetaTable = folder{suffix: metaSuffix, schema: "stCandidateMeta", about: "what the rows of `{config}` are, row by row",
		row: `{"uid": "{candidate_uid}", "query_id": "{query_id}", "doc_id": "{doc_id}", "rank": "{rank}"}`}
)

// textTriples returns the set of MS MARCO's triples.train.*.tsv: query TAB positive TAB negative, without header or quoting. A second
// folder holds their provenance.
func textTriples(name string) set {
	return set{name: name, isWhole: true, folders: []folder{{style: tabs, row: `["{query}", "{positive}", "{negative}"]`}, provenance}}
}

// textCandidates returns the set of MS MARCO's top1000.dev.tsv: qid TAB pid TAB query TAB passage.
func textCandidates(name string) set {
	return set{name: name, shape: candidateRows,
		folders: []folder{{style: tabs, row: `["{query_id}", "{doc_id}", "{query}", "{document}"]`}}}
}

// conversation returns the folder of groups for ms-swift. role is the speaker of the documents. The prompt is the system's message.
func conversation(role string) folder {
	return folder{style: lines, inCard: true,
		row: `{"messages": [{"role": "system", "content": "{prompt?}"}, {"role": "user", "content": "{query}"}],
			"positive_messages": [[{"role": "` + role + `", "content": "{positive}"}]],
			"negative_messages": [[{"role": "` + role + `", "content": "{negatives}"}]],
			"query_id": "{query_id}", "pos_ids": ["{pos_id}"], "neg_ids": ["{neg_ids}"],
			"negative_sources": ["{negative_sources}"], "weight": "{weight?}"}`}
}

// passages returns tevatron's row of a group. posScore and negScore are the last members of a passage.
func passages(posScore, negScore string) string {
	return `{"query_id": "{query_id}", "query": "{query}",
		"positive_passages": [{"docid": "{pos_id}", "title": "{pos_title}", "text": "{pos_body}"` + posScore + `}],
		"negative_passages": [{"docid": "{neg_ids}", "title": "{neg_titles}", "text": "{neg_bodies}"` + negScore + `}],
		"negative_sources": ["{negative_sources}"], "weight": "{weight?}", "margin": "{margin?}"}`
}

// positivesAndNegatives returns FlagEmbedding's row of a group. scores are the members after the negatives.
func positivesAndNegatives(scores string) string {
	return `{"query": "{query}", "pos": ["{positive}"], "neg": ["{negatives}"], ` + scores + `
		"prompt": "{prompt?}", "query_prompt": "{prompt?}", "type": "normal", "query_id": "{query_id}",
		"pos_ids": ["{pos_id}"], "neg_ids": ["{neg_ids}"], "negative_sources": ["{negative_sources}"],
		"weight": "{weight?}", "margin": "{margin?}"}`
}
