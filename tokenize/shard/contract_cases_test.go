package shard

import (
	"encoding/csv"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/axiomine/axiomine/tokenize/pairs"
	"github.com/axiomine/axiomine/tokenize/shard/internal/encoding"
	"github.com/axiomine/axiomine/tokenize/shard/internal/plan"
)

// formatCases has a case for every format, by name.
func formatCases() map[string]formatCase {
	return map[string]formatCase{
		"parquet": {rows: asPreference, text: wholeText, read: func(w *written) (got []claim) {
			for _, r := range readAll[canonical](w.t, w.dir, "pairs", "train") {
				got = append(got, claim{*r.UID, *r.Query, *r.Positive, *r.Negative, "", float64(*r.Weight)})
			}
			for _, task := range []string{"reg", "anti-reg"} {
				for _, r := range readAll[threeText](w.t, w.dir, task, "train") {
					got = append(got, claim{*r.UID, *r.Query, *r.Doc1, *r.Doc2, "class " + number(*r.Label), float64(*r.Weight)})
				}
			}
			return got
		}},
		"triples": {rows: asPreference, text: flatText, bad: badTriples, read: func(w *written) []claim { return readTriples(w, "triples") }},
		"triples-ids": {rows: asPreference, text: wholeText, read: func(w *written) []claim { return readTriples(w, "triples-ids") },
			bad: func(line string) []string {
				fields := strings.Split(line, "\t")
				return []string{fields[0] + "\t" + fields[1] + "\t" + fields[1], line + " x", "q x\t" + fields[1] + "\t" + fields[2]}
			}},
		"jsonl": {rows: asPreference, text: wholeText, bad: replaced(`"label":`, `"label":7`, `"query":`, `"query":null,"x":`, `"uid":`,
			`"uid":null,"y":`),
			read: func(w *written) (got []claim) {
				for _, r := range objectsOf[canonical](w, "jsonl") {
					label := ""
					if strings.HasSuffix(*r.Task, "reg") {
						label = "class " + number(*r.Label)
					}
					got = append(got, claim{*r.UID, *r.Query, *r.Positive, *r.Negative, label, float64(*r.Weight)})
				}
				return got
			}},
		"st-triplet": {rows: asPreference, text: wholeText, read: func(w *written) (got []claim) {
			w.each("triplet", func(_, folder string) {
				metas := readAll[stMeta](w.t, w.dir, folder+"-meta", "train")
				for i, r := range readAll[stTriplet](w.t, w.dir, folder, "train") {
					got = append(got, claim{*metas[i].UID, *r.Anchor, *r.Positive, *r.Negative, "", float64(*metas[i].Weight)})
				}
			})
			return got
		}},
		"st-pairs": {rows: asPoints, text: wholeText, read: func(w *written) (got []claim) {
			w.each("labeled-pair", func(_, folder string) {
				metas := readAll[stMeta](w.t, w.dir, folder+"-meta", "train")
				for i, r := range readAll[stPair](w.t, w.dir, folder, "train") {
					got = append(got, claim{*metas[i].UID, *r.Anchor, *r.Positive, "", number(*r.Label), float64(*metas[i].Weight)})
				}
			})
			return got
		}},
		"st-cross": {rows: asPoints, text: wholeText, read: func(w *written) (got []claim) {
			w.each("cross-encoder", func(_, folder string) {
				metas := readAll[stMeta](w.t, w.dir, folder+"-meta", "train")
				for i, r := range readAll[stCross](w.t, w.dir, folder, "train") {
					got = append(got, claim{*metas[i].UID, *r.Query, *r.Passage, "", number(*r.Label), float64(*metas[i].Weight)})
				}
			})
			return got
		}},
		"st-margin-mse": {rows: asPreference, text: wholeText, keep: hasScores,
			lose: func(says *claim) { says.Label = "1.5" }, // the difference of the scores of every pair that has them
			read: func(w *written) (got []claim) {
				w.each("margin-mse", func(_, folder string) {
					metas := readAll[stMeta](w.t, w.dir, folder+"-meta", "train")
					for i, r := range readAll[stMargin](w.t, w.dir, folder, "train") {
						got = append(got, claim{*metas[i].UID, *r.Anchor, *r.Positive, *r.Negative, number(*r.Label), float64(*metas[i].Weight)})
					}
				})
				return got
			}},
		"st-ntuple": {rows: asPreference, text: wholeText, read: func(w *written) []claim { return readTuples(w, "n-tuple", false) }},
		"st-margin-ntuple": {rows: asPreference, text: wholeText, keep: hasScores, read: func(w *written) []claim {
			return readTuples(w,
				"margin-mse-n-tuple", true)
		}},
		"st-labeled-list": {rows: asPreference, text: wholeText, read: func(w *written) (got []claim) {
			w.each("labeled-list", func(_, folder string) {
				metas := readAll[stGroupMeta](w.t, w.dir, folder+"-meta", "train")
				for i, r := range readAll[stLabeledList](w.t, w.dir, folder, "train") {
					got = append(got, w.list(metas[i], *r.Anchor, r.Positive, r.Labels)...)
				}
			})
			return got
		}},
		"st-listwise": {rows: asPreference, text: wholeText, read: func(w *written) (got []claim) {
			w.each("listwise", func(_, folder string) {
				metas := readAll[stGroupMeta](w.t, w.dir, folder+"-meta", "train")
				for i, r := range readAll[stList](w.t, w.dir, folder, "train") {
					got = append(got, w.list(metas[i], *r.Query, r.Docs, r.Labels)...)
				}
			})
			return got
		}},
		"st-ids": {rows: asPreference, text: wholeText, read: func(w *written) (got []claim) {
			queries, documents := map[string]string{}, map[string]string{}
			for _, r := range readAll[stQuery](w.t, w.dir, "queries", "train") {
				queries[*r.ID] = *r.Text
			}
			for _, r := range readAll[stDocument](w.t, w.dir, "documents", "train") {
				documents[*r.ID] = *r.Text
			}
			w.each("train", func(_, folder string) {
				metas := readAll[stMeta](w.t, w.dir, folder+"-meta", "train")
				for i, r := range readAll[stIDs](w.t, w.dir, folder, "train") {
					got = append(got, claim{*metas[i].UID, queries[*r.QueryID], documents[*r.PositiveID], documents[*r.NegativeID], "",
						float64(*metas[i].Weight)})
				}
			})
			return got
		}},
		"tevatron": {rows: asPreference, text: wholeText, lose: names, bad: badGroups(`"title":`, `"score":7,"title":`),
			read: func(w *written) []claim { return readTevatron(w, "tevatron") }},
		"tevatron-distil": {rows: asPreference, text: wholeText, keep: hasScores, lose: names, bad: badGroups(`"score":1.5`, `"score":null`),
			read: func(w *written) []claim { return readTevatron(w, "tevatron-distil") }},
		"tevatron-ids": {rows: asPreference, text: flatText, lose: names, bad: replaced(`"negative_document_ids":`,
			`"negative_document_ids":[],"x":`, `"positive_document_ids":["`, `"positive_document_ids":["","`),
			read: func(w *written) (got []claim) {
				documents := map[string]string{}
				for _, line := range linesOf(w.t, w.dir, "tevatron-corpus", "corpus") {
					d := objectOf[tevatronDoc](w, line)
					documents[d.DocID] = oneLine(d.Text) // a space between title and text
				}
				w.each("tevatron-ids", func(task, folder string) {
					for _, r := range objectsOf[tevatronIDs](w, folder) {
						w.weight(task, r.QueryID, r.Positives[0], r.Negatives, *r.Weight)
						for _, id := range r.Negatives {
							got = append(got, claim{Query: oneLine(r.Query), First: documents[r.Positives[0]], Second: documents[id]})
						}
					}
				})
				return got
			}},
		"mtdnn": {rows: asPreference, text: inPieces, bad: replaced(`"label":`, `"label":99,"x":`, `"token_id":[`, `"token_id":[[7],`,
			`"type_id":[`, `"type_id":[1,`, `"uid":"`, `"uid":"","y":"`),
			lose: func(says *claim) {
				says.UID, says.Weight = "", 0
				if says.Label != "" { // layout B has no mark between the documents
					says.First, says.Second = says.First+" "+says.Second, ""
				}
			},
			read: readMTDNN},
		"tfrecord": {rows: asPoints, text: inPieces, lose: names, read: func(w *written) (got []claim) {
			for _, lists := range w.records("tfrecord/train-*") {
				got = append(got, w.point(lists))
			}
			return got
		}},
		"tfrecord-eval": {text: inPieces, want: func(w *written) (want []claim) {
			for _, r := range w.in.Rankings {
				query, _ := w.in.Query(r.QueryID)
				for _, d := range r.Docs {
					title, text, _ := w.in.Doc(d.DocID)
					label := "0"
					if d.Relevant {
						label = "1"
					}
					want = append(want, claim{Query: inPieces(w, query), First: inPieces(w, title+"\n"+text), Label: label})
				}
			}
			return want
		}, read: func(w *written) (got []claim) {
			fake := inPieces(w, "FAKE DOCUMENT")
			for _, lists := range w.records("tfrecord-eval/validation-*") {
				if says := w.point(lists); says.First != fake {
					got = append(got, says)
				}
			}
			return got
		}},
		"flagembedding": {rows: asPreference, text: wholeText, lose: names, bad: badFlagEmbedding(`"type":`, `"pos_scores":[1],"type":`),
			read: func(w *written) []claim { return readFlagEmbedding(w, "flagembedding") }},
		"flagembedding-distil": {rows: asPreference, text: wholeText, keep: hasScores, lose: names,
			bad:  badFlagEmbedding(`"pos_scores":[1.5]`, `"pos_scores":[]`),
			read: func(w *written) []claim { return readFlagEmbedding(w, "flagembedding-distil") }},
		"swift": {rows: asPreference, text: wholeText, lose: names, bad: replaced(`"role":"assistant"`, `"role":"user"`,
			`"role":"user"`, `"role":"system"`, `"negative_messages":[`, `"negative_messages":[[],`, `"pos_ids":["`, `"pos_ids":["d0","`),
			read: func(w *written) []claim { return readSwift(w, "swift", "assistant") }},
		"swift-embedding": {rows: asPreference, text: wholeText, lose: names, bad: replaced(`"positive_messages":[[{"role":"user"`,
			`"positive_messages":[[{"role":"assistant"`, `"messages":[`, `"messages":[{"role":"user","content":"x"},`),
			read: func(w *written) []claim { return readSwift(w, "swift-embedding", "user") }},
		"template": {rows: asPreference, text: wholeText, lose: func(says *claim) { says.UID, says.Weight = "", 0 },
			read: func(w *written) (got []claim) {
				w.each("template", func(_, folder string) {
					for _, r := range objectsOf[preferenceRow](w, folder) {
						got = append(got, claim{Query: strings.TrimSuffix(r.Prompt, "\n"), First: r.Chosen, Second: r.Rejected})
					}
				})
				return got
			}},
		"libsvm": {text: func(_ *written, text string) string { return text }, want: func(w *written) (want []claim) {
			number := 0
			for _, l := range w.in.Lists.Queries {
				if l.Split != "train" {
					continue
				}
				number++
				for i, d := range l.Docs {
					want = append(want, claim{Query: fmt.Sprintf("%s, qid:%d", l.QueryID, number), First: d.DocID, Label: strconv.Itoa(d.Grade),
						Second: fmt.Sprintf("1:%v 2:-0.3333333", float64(i)+.5)})
				}
			}
			return want
		}, bad: replaced(` 1:`, ` 2:`, ` 1:`, ` 1:x`, `qid:`, `id:`, ` qid:`, `.5 qid:`, ` # `, ` `), read: func(w *written) (got []claim) {
			for _, line := range linesOf(w.t, w.dir, "libsvm", "train") {
				var grade, number, features string
				data, names, _ := strings.Cut(line, " # ")
				grade, data, _ = strings.Cut(data, " ")
				number, features, _ = strings.Cut(data, " ")
				document, query, _ := strings.Cut(names, " ")
				got = append(got, claim{Query: query + ", " + number, First: document, Label: grade, Second: features})
			}
			return got
		}},
		"matchzoo": {rows: asPreference, text: flatText, lose: func(says *claim) { says.UID = "" }, bad: func(line string) []string {
			fields, _ := csv.NewReader(strings.NewReader(line)).Read()
			return []string{joined(fields, 4, "2"), joined(fields, 0, "q0"), joined(fields, 2, "d1"), joined(fields, 3, "null")}
		}, read: readMatchZoo},
		"duet": {rows: asPreference, text: flatText, bad: badTriples, read: func(w *written) []claim { return readTriples(w, "duet") }},
		"duet-2017": {rows: asPreference, text: flatText, read: readDuet2017, bad: func(line string) []string {
			if strings.HasPrefix(line, "{") {
				return replaced(`"query":[`, `"query":[0,0,0,0,0,0,0,0,0,0,0,`, `_matches":[`, `_matches":[9999,`, `"uid":`, `"id":`)(line)
			}
			return badTriples(line)
		}},
		"matchzoo-1": {rows: asPreference, text: flatText, bad: badRelations, read: readMatchZoo1},
		"duobert": {rows: asOrders, text: inPieces, read: func(w *written) (got []claim) {
			w.each("duobert", func(_, folder string) {
				for _, r := range readAll[duoPair](w.t, w.dir, folder, "train") {
					texts := w.segments(r.IDs)
					got = append(got, claim{*r.UID, texts[0], texts[1], texts[2], number(*r.Label), float64(*r.Weight)})
				}
			})
			for _, task := range []string{"reg", "anti-reg"} {
				for _, r := range readAll[threeIDs](w.t, w.dir, "duobert-"+task, "train") {
					texts := w.segments(r.IDs)
					got = append(got, claim{*r.UID, texts[0], texts[1], texts[2], "class " + number(*r.Label), float64(*r.Weight)})
				}
			}
			return got
		}},
		"bertsum": {rows: asOrders, text: inPieces, read: func(w *written) (got []claim) {
			w.each("bertsum", func(_, folder string) {
				for _, r := range readAll[sumPair](w.t, w.dir, folder, "train") {
					texts := w.sentences(r.IDs, r.Positions, r.Texts)
					got = append(got, claim{*r.UID, texts[0], texts[1], texts[2], number(*r.Label), float64(*r.Weight)})
				}
			})
			for _, task := range []string{"reg", "anti-reg"} {
				for _, r := range readAll[sumThree](w.t, w.dir, "bertsum-"+task, "train") {
					texts := w.sentences(r.IDs, r.Positions, r.Texts)
					got = append(got, claim{*r.UID, texts[0], texts[1], texts[2], "class " + number(*r.Label), float64(*r.Weight)})
				}
			}
			return got
		}},
		"monot5": {rows: asPoints, text: wholeText, bad: badT5("Document: ", "Document0: "), read: func(w *written) (got []claim) {
			w.each("monot5", func(_, folder string) {
				for _, r := range objectsOf[textToText](w, folder) {
					query, document, _ := strings.Cut(strings.TrimPrefix(strings.TrimSuffix(r.Inputs, " Relevant:"), "Query: "), " Document: ")
					got = append(got, claim{r.UID, query, document, "", wordLabels[r.Targets], *r.Weight})
				}
			})
			return got
		}},
		"duot5": {rows: asOrders, text: wholeText, bad: badT5("Document1: ", "Document: "), read: func(w *written) (got []claim) {
			w.each("duot5", func(_, folder string) {
				for _, r := range objectsOf[textToText](w, folder) {
					query, rest, _ := strings.Cut(strings.TrimPrefix(strings.TrimSuffix(r.Inputs, " Relevant:"), "Query: "), " Document0: ")
					first, second, _ := strings.Cut(rest, " Document1: ")
					got = append(got, claim{r.UID, query, first, second, wordLabels[r.Targets], *r.Weight})
				}
			})
			return got
		}},
	}
}

// wordLabels are labels as words of a text-to-text model.
var wordLabels = map[string]string{"true": "1", "false": "0"}

func hasScores(p pairs.Pair) bool { return p.PosScore != nil && p.NegScore != nil }

// names takes away what rows of a group, or of nothing but ids, do not carry: a weight of its own, and the uid.
func names(says *claim) { says.UID, says.Weight = "", 0 }

// replaced are a line with each of the old strings, the first of two, in its new form.
func replaced(oldNew ...string) func(line string) []string {
	return func(line string) (wrong []string) {
		for i := 0; i < len(oldNew); i += 2 {
			if strings.Contains(line, oldNew[i]) {
				wrong = append(wrong, strings.Replace(line, oldNew[i], oldNew[i+1], 1))
			}
		}
		return wrong
	}
}

func badTriples(line string) []string {
	fields := strings.Split(line, "\t")
	return []string{strings.Join(fields[:2], "\t"), line + " ", line + "\tx"}
}

func badGroups(score, other string) func(line string) []string {
	return replaced(`"negative_passages":`, `"negative_passages":[],"x":`, `"docid":"`, `"docid":"","x":"`, score, other)
}

func badFlagEmbedding(score, other string) func(line string) []string {
	return replaced(`"neg":[`, `"neg":["x",`, `"pos_ids":["`, `"pos_ids":["","`, `"type":"normal"`, `"type":"class"`, score, other)
}

func readFlagEmbedding(w *written, base string) (got []claim) {
	w.each(base, func(task, folder string) {
		for _, r := range objectsOf[flagEmbeddingGroup](w, folder) {
			for i, text := range r.Neg {
				got = append(got, claim{Query: r.Query, First: r.Pos[0], Second: text})
				if base == "flagembedding-distil" && (r.PosScores[0] != 1.5 || r.NegScores[i] != 0) {
					w.t.Errorf("scores %v and %v", r.PosScores, r.NegScores)
				}
			}
			w.weight(task, r.QueryID, r.PosIDs[0], r.NegIDs, *r.Weight)
		}
	})
	return got
}

func readSwift(w *written, base, role string) (got []claim) {
	w.each(base, func(task, folder string) {
		for _, r := range objectsOf[swiftGroup](w, folder) {
			if len(r.Messages) != 1 || r.Messages[0].Role != "user" || r.Positives[0][0].Role != role {
				w.t.Errorf("roles of %+v", r)
			}
			for _, said := range r.Negatives {
				got = append(got, claim{Query: r.Messages[0].Content, First: r.Positives[0][0].Content, Second: said[0].Content})
			}
			w.weight(task, r.QueryID, r.PosIDs[0], r.NegIDs, *r.Weight)
		}
	})
	return got
}

func badT5(marker, other string) func(line string) []string {
	return replaced(marker, other, `"targets":"`, `"targets":"un`, ` Relevant:"`, `"`, `"inputs":"`, `"inputs":"A `)
}

// joined are the fields of a line of CSV, one of which is another.
func joined(fields []string, at int, other string) string {
	changed := slices.Clone(fields)
	changed[at] = other
	var b strings.Builder
	out := csv.NewWriter(&b)
	out.Write(changed)
	out.Flush()
	return strings.TrimSuffix(b.String(), "\n")
}

// readTriples puts the lines of a folder together with the lines of its meta folder.
func readTriples(w *written, folder string) (got []claim) {
	metas := objectsOf[provenance](w, folder+"-meta")
	for i, line := range linesOf(w.t, w.dir, folder, "train") {
		fields := strings.Split(line, "\t")
		got = append(got, claim{metas[i].UID, fields[0], fields[1], fields[2], "", metas[i].Weight})
	}
	return got
}

// threeTuple is a tuple of a group of three.
type threeTuple struct {
	Anchor    *string   `parquet:"anchor,optional"`
	Positive  *string   `parquet:"positive,optional"`
	Negative1 *string   `parquet:"negative_1,optional"`
	Negative2 *string   `parquet:"negative_2,optional"`
	Scores    []float32 `parquet:"scores,optional,list"`
}

func readTuples(w *written, config string, scores bool) (got []claim) {
	w.each(config, func(_, folder string) {
		metas := readAll[stGroupMeta](w.t, w.dir, folder+"-meta", "train")
		for i, r := range readAll[threeTuple](w.t, w.dir, folder, "train") {
			if scores && !slices.Equal(r.Scores, []float32{1.5, 0, 0}) {
				w.t.Errorf("%s: scores %v", folder, r.Scores)
			}
			got = append(got, w.list(metas[i], *r.Anchor, []string{*r.Positive, *r.Negative1, *r.Negative2}, []float32{1, 0, 0})...)
		}
	})
	return got
}

// list are the claims of a list of which the first document is the positive. Negatives that are repeated have no entry in meta.
func (w *written) list(meta stGroupMeta, query string, docs []string, labels []float32) (got []claim) {
	w.t.Helper()
	if len(labels) != len(docs) || labels[0] != 1 || slices.Max(labels[1:]) != 0 {
		w.t.Errorf("%d documents with the labels %v", len(docs), labels)
	}
	for i, doc := range docs[1:] {
		at := i % len(meta.UIDs)
		got = append(got, claim{meta.UIDs[at], query, docs[0], doc, "", float64(meta.Weights[at])})
	}
	return got
}

func readTevatron(w *written, base string) (got []claim) {
	passage := func(p tevatronPassage) string { return strings.TrimPrefix(p.Title+"\n"+p.Text, "\n") }
	w.each(base, func(task, folder string) {
		for _, r := range objectsOf[tevatronGroup](w, folder) {
			var negatives []string
			for _, n := range r.Negatives {
				negatives = append(negatives, n.DocID)
				got = append(got, claim{Query: r.Query, First: passage(r.Positives[0]), Second: passage(n)})
				if base == "tevatron-distil" && (*r.Positives[0].Score != 1.5 || *n.Score != 0) {
					w.t.Errorf("scores %v and %v", *r.Positives[0].Score, *n.Score)
				}
			}
			w.weight(task, r.QueryID, r.Positives[0].DocID, negatives, *r.Weight)
		}
	})
	return got
}

// readMTDNN reads groups, whose label is the place of the positive, and rows of three classes.
func readMTDNN(w *written) (got []claim) {
	for _, task := range []string{"group", "ranking-group"} {
		for _, r := range mtdnnLines[mtdnnGroupRow](w.t, w.dir, task+"_train.json") {
			positive := w.segments(r.IDs[r.Label])
			for i, ids := range r.IDs {
				if texts := w.segments(ids); i != r.Label {
					got = append(got, claim{Query: texts[0], First: positive[1], Second: texts[1]})
				}
			}
		}
	}
	for _, task := range []string{"reg", "anti-reg"} {
		for _, r := range mtdnnLines[mtdnnLine](w.t, w.dir, task+"_train.json") {
			texts := w.segments(r.IDs)
			got = append(got, claim{Query: texts[0], First: texts[1], Label: "class " + strconv.Itoa(int(r.Label.(float64)))})
		}
	}
	return got
}

// records reads the records of files.
func (w *written) records(pattern string) (all []map[string][]int64) {
	for _, name := range w.named(pattern) {
		err := encoding.EachRecord(name, func(payload []byte) error {
			lists, err := encoding.ParseExample(payload)
			all = append(all, lists)
			return err
		})
		if err != nil {
			w.t.Fatal(err)
		}
	}
	return all
}

// point is the content of a record about a query and a document.
func (w *written) point(lists map[string][]int64) claim {
	var ids []int32
	for _, id := range slices.Concat(lists["query_ids"], lists["doc_ids"]) {
		ids = append(ids, int32(id))
	}
	texts := w.segments(ids)
	return claim{Query: texts[0], First: texts[1], Label: number(lists["label"][0])}
}

// sentences puts together the sentences of each of three texts.
func (w *written) sentences(ids, positions []int32, whose []int8) (texts [3]string) {
	for i, low := range positions {
		high := int32(len(ids))
		if i+1 < len(positions) {
			high = positions[i+1]
		}
		texts[whose[i]] = strings.TrimSpace(texts[whose[i]] + " " + w.pieces(ids[low+1:high-1]))
	}
	return texts
}

// readMatchZoo reads groups of one id_left, the positive first; a weight is the pair's.
func readMatchZoo(w *written) (got []claim) {
	w.each("matchzoo", func(_, folder string) {
		var positive []string
		for _, name := range w.named(folder + "/train-*") {
			for i, fields := range w.commas(name) {
				switch weight, _ := strconv.ParseFloat(fields[5], 64); {
				case i == 0:
				case fields[4] == "1":
					positive = fields
				case fields[0] != positive[0]:
					w.t.Errorf("a negative of %s behind the positive of %s", fields[0], positive[0])
				default:
					got = append(got, claim{Query: fields[1], First: positive[3], Second: fields[3], Weight: weight})
				}
			}
		}
	})
	return got
}

// readDuet2017 reads the triples, and holds the inputs as numbers to them: the words, and every cell of the match matrix.
func readDuet2017(w *written) (got []claim) {
	words := map[string]int32{}
	for i, line := range strings.Split(strings.TrimSpace(files(w.t, w.dir)["duet-2017/words.txt"]), "\n") {
		word, _, _ := strings.Cut(line, "\t")
		words[word] = int32(i + 1)
	}
	inputs := map[string]duetNumbers{}
	for _, in := range objectsOf[duetNumbers](w, "duet-2017-inputs") {
		inputs[in.UID] = in
	}
	numbers := func(text string, limit int) (list []int32) {
		for _, term := range notTerm.Split(strings.ToLower(text), -1) {
			if term != "" && len(list) < limit {
				list = append(list, words[term])
			}
		}
		return list
	}
	got = readTriples(w, "duet-2017")
	for _, says := range got {
		in := inputs[says.UID]
		query := numbers(says.Query, 10)
		for _, side := range []struct {
			text  string
			words []int32
			cells []int32
		}{{says.First, in.Positive, in.PositiveMatches}, {says.Second, in.Negative, in.NegativeMatches}} {
			doc := numbers(side.text, 1000)
			cells := []int32{}
			for cell := range int32(10 * 1000) {
				if i, j := int(cell/1000), int(cell%1000); i < len(query) && j < len(doc) && query[i] == doc[j] {
					cells = append(cells, cell)
				}
			}
			if !slices.Equal(in.Query, query) || !slices.Equal(side.words, doc) || !slices.Equal(side.cells, cells) {
				w.t.Errorf("%+v has the numbers %+v", says, in)
			}
		}
	}
	return got
}

// notTerm is what the reader of Duet replaces by a space.
var notTerm = regexp.MustCompile(`[^a-z0-9]+`)

// duetNumbers is a pair as numbers.
type duetNumbers struct {
	UID             string  `json:"uid"`
	Query           []int32 `json:"query"`
	Positive        []int32 `json:"positive"`
	Negative        []int32 `json:"negative"`
	PositiveMatches []int32 `json:"positive_matches"`
	NegativeMatches []int32 `json:"negative_matches"`
}

// readMatchZoo1 pairs documents as PairGenerator does: of one query id, every higher label with every lower one.
func readMatchZoo1(w *written) (got []claim) {
	corpus := map[string]string{}
	for _, line := range strings.Split(strings.TrimSuffix(files(w.t, w.dir)["matchzoo-1/corpus.txt"], "\n"), "\n") {
		id, text, _ := strings.Cut(line, " ")
		corpus[id] = text
	}
	weights := map[string]float64{}
	for _, meta := range objectsOf[provenance](w, "matchzoo-1-meta") {
		weights[meta.UID] = meta.Weight
	}
	byQuery := map[string][][]string{}
	for _, line := range linesOf(w.t, w.dir, "matchzoo-1", "train") {
		fields := strings.Split(line, " ")
		byQuery[fields[1]] = append(byQuery[fields[1]], fields)
	}
	for query, lines := range byQuery {
		uid := query[strings.LastIndexByte(query, '/')+1:]
		for _, high := range lines {
			for _, low := range lines {
				if high[0] > low[0] {
					got = append(got, claim{UID: uid, Query: corpus[query], First: corpus[high[2]], Second: corpus[low[2]], Weight: weights[uid]})
				}
			}
		}
	}
	return got
}

func badRelations(line string) []string {
	fields := strings.Split(line, " ")
	return []string{fields[0] + " " + fields[1], line + " x", "-1 " + fields[1] + " " + fields[2],
		fields[0] + " " + fields[2] + " " + fields[1]}
}

// consumers let those read a format that it is for. Every format has one.
var consumers = map[string]func(c *consumer){
	"parquet": func(c *consumer) {
		args := []string{c.dir, "--nullable", "pos_grade,neg_grade,pos_rank,neg_rank,pos_score,neg_score"}
		c.check("parquet_hf.py", append(args, c.configsOfCard(8)...)...)
		ids := append(c.vocabulary(), "--max-length", "30")
		c.check("parquet_hf.py", slices.Concat([]string{c.dir, "--config", "pairs-tokenized", "--sidecar", "pairs-tokenized=pairs"}, ids)...)
		c.check("parquet_hf.py", slices.Concat([]string{c.dir, "--config", "candidates-cross"}, ids)...)
	},
	"triples": func(c *consumer) { c.each("triples", "*.tsv", func(file string) { c.check("triples.py", file) }) },
	"triples-ids": func(c *consumer) {
		c.each("triples-ids", "*.tsv", func(file string) { c.check("triples.py", "--ids", file) })
	},
	"jsonl": notThere,

	"st-triplet": st("triplet", "pairwise", "ranking"), "st-ntuple": st("n-tuple", "pairwise", "ranking"),
	"st-labeled-list": st("labeled-list", "pairwise", "ranking"),
	"st-margin-mse":   st("margin-mse", "ranking"), "st-margin-ntuple": st("margin-mse-n-tuple", "ranking"),
	"st-pairs": stAndCandidates("labeled-pair"), "st-cross": stAndCandidates("cross-encoder"), "st-listwise": stAndCandidates("listwise"),
	"st-ids": func(c *consumer) {
		st("train", "pairwise", "ranking")(c)
		c.configs = append(c.configs, "queries", "documents")
	},

	"tevatron": tevatronFiles("tevatron", func(*consumer) []string { return nil }),
	"tevatron-ids": tevatronFiles("tevatron-ids", func(c *consumer) []string {
		return []string{"--corpus", filepath.Join(c.dir, "tevatron-corpus", "corpus-00000-of-00001.jsonl")}
	}),
	"tevatron-distil": tevatronFiles("tevatron-distil", func(*consumer) []string { return []string{"--distil"} }),

	"mtdnn": func(c *consumer) {
		c.check("mtdnn.py", filepath.Join(c.dir, "mtdnn"), "--max-seq-len", "30", "--vocab-size", "40")
		predicted := filepath.Join(c.TempDir(), "mtdnn") // candidates in the place of dev rows
		if err := os.CopyFS(predicted, os.DirFS(filepath.Join(c.dir, "mtdnn"))); err != nil {
			c.Fatal(err)
		}
		c.each("mtdnn"+plan.CandidateMark, "*.json", func(file string) {
			raw, err := os.ReadFile(file)
			if err == nil {
				err = os.WriteFile(filepath.Join(predicted, filepath.Base(file)), raw, 0o666)
			}
			if err != nil {
				c.Error(err)
			}
		})
		c.check("mtdnn.py", predicted, "--max-seq-len", "30", "--vocab-size", "40")
	},
	"tfrecord": func(c *consumer) { c.each("tfrecord", "*.tfrecord", func(file string) { c.records(file) }) },
	"tfrecord-eval": func(c *consumer) {
		c.each("tfrecord-eval", "*.tfrecord", func(file string) {
			c.records(file, "--eval", filepath.Join(filepath.Dir(file), "query_doc_ids_"+plan.SplitOf(file)+".txt"))
		})
	},
	"matchzoo": func(c *consumer) {
		c.each("matchzoo-*", "*.csv", func(file string) {
			if strings.Contains(file, plan.CandidateMark) { // lists to be scored, of one label where no document is relevant
				c.check("matchzoo.py", file, "--point")
			} else {
				c.check("matchzoo.py", file)
			}
		})
	},
	"duet": func(c *consumer) {
		c.each("duet", "*"+plan.ShardMark+"*", func(file string) {
			c.check("duet.py", filepath.Dir(file), "--triples", filepath.Base(file), "--all-query-terms")
		})
	},
	"duet-2017": notThere, "matchzoo-1": notThere,
	"duobert": readByLoader, "bertsum": readByLoader,
	"monot5": notThere, "duot5": notThere, "libsvm": notThere,
	"template": notThere, "flagembedding": notThere, "flagembedding-distil": notThere, "swift": notThere, "swift-embedding": notThere,
}
