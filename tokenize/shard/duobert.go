package shard

var duobertFormat = format{
	name: "duobert",
	about: "duoBERT: config duobert, ids of [CLS] query [SEP] document 1 [SEP] document 2 [SEP] in three segments; " +
		"one for each three-class task",
	use:     "BertForSequenceClassification of type_vocab_size 3 over load_dataset(DIR, \"duobert\")",
	needs:   needs{ids: true, classes: true, weights: true, behind: 4},
	parts:   duobertParts,
	folders: []folder{{"", tableFiles{wrong: segments(3)}}},
}

// duoPair is a row of a pair's two documents in one order; label says which of them ranks above the other.
type duoPair struct {
	UID     *string  `parquet:"uid,optional"`
	IDs     []int32  `parquet:"input_ids,optional,list,dict"`
	TypeIDs []int8   `parquet:"token_type_ids,optional,list,dict"`
	Label   *int64   `parquet:"label,optional,dict" classes:"second,first"`
	Weight  *float32 `parquet:"weight,optional,dict"`
}

// duobertParts are the inputs of duoBERT (Nogueira, Yang, Cho and Lin, Multi-Stage Document Ranking with BERT, 2019, section 3.3):
// [CLS] query [SEP] document 1 [SEP] document 2 [SEP] in three segments, 0, 1 and 2, so its model has type_vocab_size 3. A pair
// has two rows, as in the authors' converter: its positive first, label 1, then its negative first, label 0. A pair of a
// three-class task has one, in a config of its task.
func duobertParts(p *plan) (parts []part) {
	p.pairwiseTasks("duobert", func(t task, config string) {
		parts = append(parts, table[row, duoPair]{config: config, rows: times[row](2),
			about: "two rows a pair, word pieces of [CLS] query [SEP] document 1 [SEP] document 2 [SEP] in segments 0, 1, 2: " +
				"the positive first, then the negative",
			fill: func(b *batch, r row, out []duoPair) []duoPair {
				for i, documents := range orders(r) {
					ids, types := duoSegments(b, r.query, documents)
					out = append(out, duoPair{&r.UID, ids, types, &classIDs[1-i], weightOf(r)})
				}
				return out
			}}.parts(p, t.views)...)
		noteDuoCuts(p, t)
	})
	for _, t := range p.tasks {
		if !t.classes {
			continue
		}
		parts = append(parts, table[row, threeIDs]{config: "duobert-" + t.label,
			about: "three classes, word pieces of [CLS] query [SEP] document 1 [SEP] document 2 [SEP] in segments 0, 1, 2",
			fill: func(b *batch, r row, out []threeIDs) []threeIDs {
				ids, types := duoSegments(b, r.query, [2]uint32{r.pos, r.neg})
				return append(out, threeIDs{&r.UID, ids, types, classOf(r), weightOf(r)})
			}}.parts(p, t.views)...)
		noteDuoCuts(p, t)
	}
	return parts
}

// orders are a pair's documents, the positive first, and the other way round.
func orders(r row) [2][2]uint32 { return [2][2]uint32{{r.pos, r.neg}, {r.neg, r.pos}} }

// duoRoom is how many ids a document may have behind a query of so many, [CLS] and [SEP] counted: the authors' converter gives
// each document with its [SEP] half of what is left. With 512 ids, 64 of them the query's, these are the paper's 62, 223 and
// 223 pieces.
func duoRoom(p *plan, query int) int { return (p.options.MaxLength-query)/2 - 1 }

// duo gives the sequence of a query and two documents, and its segments.
func duoSegments(b *batch, query uint32, documents [2]uint32) ([]int32, []int8) {
	p, start, from := b.plan, len(b.ids), len(b.types)
	b.ids = p.appendSingle(b.ids, query, p.options.MaxQueryLength)
	room := duoRoom(p, len(b.ids)-start)
	b.segment(0, len(b.ids)-start)
	for i, document := range documents {
		before := len(b.ids)
		b.ids = append(p.store.appendIDs(b.ids, document, room), p.sep)
		b.segment(int8(i+1), len(b.ids)-before)
	}
	return b.taken(start), b.types[from:len(b.types):len(b.types)]
}

// noteDuoCuts counts the rows of a task with a document that is cut to its half.
func noteDuoCuts(p *plan, t task) {
	cut := 0
	for _, v := range t.views {
		for r := range v.items.briefly {
			room := duoRoom(p, p.store.length(r.query, p.options.MaxQueryLength-2)+2)
			if max(p.store.length(r.pos, p.options.MaxLength), p.store.length(r.neg, p.options.MaxLength)) > room {
				cut++
			}
		}
	}
	p.note("pairs with a document cut further in duobert, to fit both", cut)
}
