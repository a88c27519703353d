package format

import (
	"reflect"
	"strings"
)

// Files are files of a format whose rows have the same columns, as help describes them.
type Files struct {
	Format string
	Paths  string // their patterns, in Markdown
	Row    string // what a row has
}

const (
	betweenTabs     = "fields between tabs: 3"
	candidateFields = "fields between tabs: 4"
	negativeColumns = "negative_1 string, negative_2 string, negative_3 string, negative_4 string, negative_5 string, negative_6 string, negative_7 string"
)

// AllFiles returns the files of all formats, with groups of eight documents.
func AllFiles() []Files {
	return []Files{
		{"parquet", "`pairs/SPLIT-*.parquet` `TASK/SPLIT-*.parquet`", columns[canonical]()},
		{"parquet", "`pairs-tokenized/SPLIT-*.parquet` `TASK-tokenized/SPLIT-*.parquet`", columns[idPair]()},
		{"parquet", "`cross/SPLIT-*.parquet` `TASK-cross/SPLIT-*.parquet`", columns[idCross]()},
		{"parquet", "`CLASSES/SPLIT-*.parquet`", columns[threeText]()},
		{"parquet", "`CLASSES-tokenized/SPLIT-*.parquet`", columns[threeIDs]()},
		{"parquet", "`mixed/SPLIT-*.parquet`", columns[mixed]()},
		{"parquet", "`candidates/SPLIT-*.parquet`", columns[textCandidate]()},
		{"parquet", "`candidates-tokenized/SPLIT-*.parquet`", columns[singleCandidate]()},
		{"parquet", "`candidates-cross/SPLIT-*.parquet`", columns[crossCandidate]()},
		{"triples", "`triples/SPLIT-*.tsv`", betweenTabs},
		{"triples", "`triples-meta/SPLIT-*.jsonl`", members[provenance]()},
		{"triples", "`triples-candidates/SPLIT-*.tsv`", candidateFields},
		{"triples-ids", "`triples-ids/SPLIT-*.tsv`", betweenTabs},
		{"triples-ids", "`triples-ids-meta/SPLIT-*.jsonl`", members[provenance]()},
		{"jsonl", "`jsonl/SPLIT-*.jsonl`", members[canonical]()},
		{"jsonl", "`jsonl-candidates/SPLIT-*.jsonl`", members[textCandidate]()},
		{"st-triplet", "`triplet-TASK/SPLIT-*.parquet`", columns[stTriplet]()},
		{"st-triplet", "`triplet-TASK-meta/SPLIT-*.parquet`", columns[stMeta]()},
		{"st-ntuple", "`n-tuple-TASK/SPLIT-*.parquet`", "anchor string, positive string, " + negativeColumns},
		{"st-ntuple", "`n-tuple-TASK-meta/SPLIT-*.parquet`", columns[stGroupMeta]()},
		{"st-pairs", "`labeled-pair-TASK/SPLIT-*.parquet` `labeled-pair-candidates/SPLIT-*.parquet`", columns[stPair]()},
		{"st-pairs", "`labeled-pair-TASK-meta/SPLIT-*.parquet`", columns[stMeta]()},
		{"st-pairs", "`labeled-pair-candidates-meta/SPLIT-*.parquet`", columns[stCandidateMeta]()},
		{"st-margin-mse", "`margin-mse-TASK/SPLIT-*.parquet`", columns[stMargin]()},
		{"st-margin-mse", "`margin-mse-TASK-meta/SPLIT-*.parquet`", columns[stMeta]()},
		{"st-margin-ntuple", "`margin-mse-n-tuple-TASK/SPLIT-*.parquet`",
			"anchor string, positive string, " + negativeColumns + ", scores list of float32"},
		{"st-margin-ntuple", "`margin-mse-n-tuple-TASK-meta/SPLIT-*.parquet`", columns[stGroupMeta]()},
		{"st-labeled-list", "`labeled-list-TASK/SPLIT-*.parquet`", columns[stLabeledList]()},
		{"st-labeled-list", "`labeled-list-TASK-meta/SPLIT-*.parquet`", columns[stGroupMeta]()},
		{"st-ids", "`train-TASK/SPLIT-*.parquet`", columns[stIDs]()},
		{"st-ids", "`train-TASK-meta/SPLIT-*.parquet`", columns[stMeta]()},
		{"st-ids", "`queries/SPLIT-*.parquet`", columns[stQuery]()},
		{"st-ids", "`documents/SPLIT-*.parquet`", columns[stDocument]()},
		{"st-cross", "`cross-encoder-TASK/SPLIT-*.parquet` `cross-encoder-candidates/SPLIT-*.parquet`", columns[stCross]()},
		{"st-cross", "`cross-encoder-TASK-meta/SPLIT-*.parquet`", columns[stMeta]()},
		{"st-cross", "`cross-encoder-candidates-meta/SPLIT-*.parquet`", columns[stCandidateMeta]()},
		{"st-listwise", "`listwise-TASK/SPLIT-*.parquet` `listwise-candidates/SPLIT-*.parquet`", columns[stList]()},
		{"st-listwise", "`listwise-TASK-meta/SPLIT-*.parquet`", columns[stGroupMeta]()},
		{"st-listwise", "`listwise-candidates-meta/SPLIT-*.parquet`", columns[stListMeta]()},
		{"tevatron", "`tevatron-TASK/SPLIT-*.jsonl`", members[tevatronGroup]()},
		{"tevatron", "`tevatron-candidates/SPLIT-*.jsonl`", members[tevatronCandidate]()},
		{"tevatron-ids", "`tevatron-ids-TASK/SPLIT-*.jsonl`", members[tevatronIDs]()},
		{"tevatron-ids", "`tevatron-corpus/corpus-*.jsonl`", members[tevatronDoc]()},
		{"tevatron-distil", "`tevatron-distil-TASK/SPLIT-*.jsonl`", members[tevatronGroup]()},
		{"mtdnn", "`mtdnn/TASK-group_SPLIT.json` `mtdnn-candidates/TASK-group_SPLIT.json`", "uid, label, olabel, ruid, token_id, type_id"},
		{"mtdnn", "`mtdnn/CLASSES_SPLIT.json`", "uid, label, token_id, type_id"},
		{"tfrecord", "`tfrecord/SPLIT-*.tfrecord`", "doc_ids, label, query_ids (int64 lists)"},
		{"tfrecord-eval", "`tfrecord-eval/SPLIT-*.tfrecord`", "doc_ids, label, query_ids (int64 lists)"},
		{"matchzoo", "`matchzoo-TASK/SPLIT-*.csv` `matchzoo-candidates/SPLIT-*.csv`", "id_left, text_left, id_right, text_right, label"},
		{"matchzoo-1", "`matchzoo-1/SPLIT-*.txt` `matchzoo-1-candidates/SPLIT-*.txt`", "fields between tabs: 1"},
		{"matchzoo-1", "`matchzoo-1-meta/SPLIT-*.jsonl`", members[provenance]()},
		{"duet", "`duet/SPLIT-*.tsv`", betweenTabs},
		{"duet", "`duet-meta/SPLIT-*.jsonl`", members[provenance]()},
		{"duet", "`duet-candidates/SPLIT-*.tsv`", candidateFields},
		{"duet-2017", "`duet-2017/SPLIT-*.tsv`", betweenTabs},
		{"duet-2017", "`duet-2017-meta/SPLIT-*.jsonl`", members[provenance]()},
		{"duet-2017", "`duet-2017-inputs/SPLIT-*.jsonl`", members[duetInput]()},
		{"duet-2017", "`duet-2017-candidates/SPLIT-*.tsv`", candidateFields},
		{"duobert", "`duobert-TASK/SPLIT-*.parquet`", columns[duoPair]()},
		{"duobert", "`duobert-CLASSES/SPLIT-*.parquet`", columns[threeIDs]()},
		{"bertsum", "`bertsum-TASK/SPLIT-*.parquet`", columns[sumPair]()},
		{"bertsum", "`bertsum-CLASSES/SPLIT-*.parquet`", columns[sumThree]()},
		{"monot5", "`monot5-TASK/SPLIT-*.jsonl`", members[textToText]()},
		{"monot5", "`monot5-candidates/SPLIT-*.jsonl`", members[t5Candidate]()},
		{"duot5", "`duot5-TASK/SPLIT-*.jsonl`", members[textToText]()},
		{"flagembedding", "`flagembedding-TASK/SPLIT-*.jsonl`", "query, pos, neg, type, query_id, pos_ids, neg_ids, negative_sources"},
		{"flagembedding-distil", "`flagembedding-distil-TASK/SPLIT-*.jsonl`",
			"query, pos, neg, pos_scores, neg_scores, type, query_id, pos_ids, neg_ids, negative_sources"},
		{"swift", "`swift-TASK/SPLIT-*.jsonl`", members[swiftGroup]()},
		{"swift-embedding", "`swift-embedding-TASK/SPLIT-*.jsonl`", members[swiftGroup]()},
		{"template", "`template-TASK/SPLIT-*.jsonl`", "prompt, chosen, rejected"},
		{"libsvm", "`libsvm/SPLIT-*.txt`", "grade, qid, 2 features by number, # document query"},
	}
}

// Beside are the files that belong to the shards and hold no rows, each written where a format needs it.
var Beside = []string{"README.md", "duet-2017/ngraphs.txt", "duet-2017/words.txt", "duet/idfnew.norm.tsv", "duet/word-vocab-small.tsv",
	"libsvm/features.txt", "libsvm/judgements_SPLIT.txt", "matchzoo-1/corpus.txt", "matchzoo-1/corpus_preprocessed.txt",
	"matchzoo-1/word_dict.txt", "mtdnn/task_def.yml", "tfrecord-eval/query_doc_ids_SPLIT.txt", "tokenizer.json", "tokenizer_config.json",
	"vocab.txt"}

// columns returns the columns of a row of Parquet with their types.
func columns[T any]() string {
	var list []string
	for _, f := range reflect.VisibleFields(reflect.TypeFor[T]()) {
		name, _, _ := strings.Cut(f.Tag.Get("parquet"), ",")
		if kind := f.Type.Elem().Kind().String(); f.Type.Kind() == reflect.Slice {
			list = append(list, name+" list of "+kind)
		} else {
			list = append(list, name+" "+kind)
		}
	}
	return strings.Join(list, ", ")
}

// members returns the members that every row in JSON has.
func members[T any]() string {
	var list []string
	for _, f := range reflect.VisibleFields(reflect.TypeFor[T]()) {
		if name, options, _ := strings.Cut(f.Tag.Get("json"), ","); options != "omitempty" {
			list = append(list, name)
		}
	}
	return strings.Join(list, ", ")
}
