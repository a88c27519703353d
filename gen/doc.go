// Package gen brings a collection to training pairs and shards. Each of these packages returns a value that a later one
// starts from:
//
//	corpus      files of every form      -> documents, queries, judgements, runs
//	analysis    texts                    -> terms
//	collection  a configuration's files  -> collection.Inputs: the files, the queries divided into splits
//	index       documents                -> an index
//	retrieve    an index, queries        -> candidates
//	similarity  vectors, WordNet, tables -> similarities of terms
//	prepare     collection.Inputs        -> prepare.Preparation: index, candidates, vectors, opinions
//	mine        candidates, axioms       -> preferences
//	quota       a configuration          -> the axioms, with what is asked of each
//	sample      preferences              -> drawn pairs
//	dataset     prepare.Preparation      -> dataset.Data: pairs of every split, and the account
//	export      dataset.Data             -> shards, and what models outside have to score
//	partition   prepare.Preparation      -> the same in parts, for several processes or machines
//	grid        a sweep                  -> many data sets that share what they can; parameters of retrieval chosen on dev
//
// What runs when, what it needs and what decides its result is the table of package stage. Every stage leaves files in the output
// directory and is not done again when a run is resumed with the same inputs and configuration.
//
// A document has these forms on its way from file to shard, one for each purpose:
//
//	corpus.Doc           its texts, as a file has them
//	index.Reader         its terms and texts, by its number
//	mine.Candidate       its number in a query's candidates, with rank, score and grade, kept for all queries
//	axioms.Doc           its terms and its length, while an axiom compares it with others of its query
//	pairs.Instance       its place among the candidates, in a preference
//	sample.Candidate     its id, hash and length, while pairs of its query are drawn
//	pairs.Pair           its id in a training pair; a pairs.Table holds many, a Parquet file too
//	plan.Row             the number of its text among those of the shards
//	encoding.Batch       a row of a file, in the words of a format
//
// TestDocumentForms holds this list to the code.
package gen
