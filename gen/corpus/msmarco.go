package corpus

import (
	"bytes"
	"context"
	"iter"
)

// readDocsTSV reads msmarco-docs.tsv: docid TAB url TAB title TAB body; title and body may be empty.
func readDocsTSV(s *source, _ Options, emit func(Doc, int) error) error {
	return eachFields(s, 4, func(f [][]byte) error {
		return emit(Doc{ID: string(f[0]), URL: string(f[1]), Title: string(f[2]), Text: string(f[3])}, s.line)
	})
}

// readTop1000Documents reads the passages of qid TAB pid TAB query TAB passage. A passage stands there once for each of
// its queries; repetitions are told by the caller.
func readTop1000Documents(s *source, _ Options, emit func(Doc, int) error) error {
	return eachFields(s, 4, func(f [][]byte) error {
		if len(f[1]) == 0 {
			return s.skip(s.line, emptyID)
		}
		return emit(Doc{ID: string(f[1]), Text: string(f[3])}, s.line)
	})
}

// readTop1000Topics reads the queries of the same file, once each; its rows are in random order.
func readTop1000Topics(s *source, _ Options, emit func(Query, int) error) error {
	texts := map[string]string{}
	return eachFields(s, 4, func(f [][]byte) error {
		if text, met := texts[string(f[0])]; met && text == string(f[2]) {
			return nil
		}
		q := Query{ID: string(f[0]), Text: string(f[2])}
		texts[q.ID] = q.Text
		return emit(q, s.line)
	})
}

// readTop1000Row reads the candidates of the same file. It holds neither score nor rank.
func readTop1000Row(line []byte, _ bool) (row, string) {
	fields := bytes.SplitN(line, tab, 3)
	if len(fields) != 3 || len(fields[0]) == 0 || len(fields[1]) == 0 || bytes.Count(fields[2], tab) != 1 {
		return row{}, wrongFields
	}
	return row{query: fields[0], doc: fields[1], unranked: true}, ""
}

// eachFields calls visit for the lines with exactly n TAB-separated fields, the first of them not empty.
func eachFields(s *source, n int, visit func(fields [][]byte) error) error {
	fields := make([][]byte, 0, n)
	return eachLine(s, func(line []byte) error {
		fields = fields[:0]
		for field := range bytes.SplitSeq(line, tab) {
			if len(fields) == n {
				return s.skip(s.line, wrongFields)
			}
			fields = append(fields, field)
		}
		switch {
		case len(fields) != n:
			return s.skip(s.line, wrongFields)
		case len(fields[0]) == 0:
			return s.skip(s.line, emptyID)
		}
		return visit(fields)
	})
}

// Triples streams query TAB positive TAB negative, texts (triples.train.small.tsv) or ids (qidpidtriples.train.full.2.tsv,
// docpairs of ir_datasets, these also as lines of JSON: query_id, doc_id_a, which is preferred, and doc_id_b).
// Unless o.FixEncoding is off, mojibake is repaired in all three. An error ends the sequence.
func Triples(ctx context.Context, path string, o Options, rep *Report) iter.Seq2[Triple, error] {
	return func(yield func(Triple, error) bool) {
		if err := triples(ctx, path, o, rep, yield); err != nil && err != errStop {
			yield(Triple{}, err)
		}
	}
}

func triples(ctx context.Context, path string, o Options, rep *Report, yield func(Triple, error) bool) error {
	if err := o.Validate(); err != nil {
		return err
	}
	s, err := openSource(path, o, rep)
	if err != nil {
		return err
	}
	defer s.close()
	if rep == nil {
		rep = new(Report)
		s.rep = rep
	}
	s.about = "query TAB positive TAB negative"
	kept, skipped := 0, rep.Skipped()
	repair := o.repairs(true)
	visit := func(t Triple) error {
		if kept++; kept%1024 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		rep.keep(1)
		if repair {
			t = Triple{s.repaired(t.Query, s.line), s.repaired(t.Positive, s.line), s.repaired(t.Negative, s.line)}
		}
		if !yield(t, nil) {
			return errStop
		}
		return nil
	}
	if h := newHead(path, s.head()); h.opensWith('{') {
		s.about = `{"query_id", "doc_id_a", "doc_id_b"}`
		err = eachJSONPair(s, visit)
	} else {
		err = eachFields(s, 3, func(f [][]byte) error {
			if len(f[1]) == 0 || len(f[2]) == 0 {
				return s.skip(s.line, "empty text or id")
			}
			return visit(Triple{string(f[0]), string(f[1]), string(f[2])})
		})
	}
	if err == nil && kept == 0 {
		err = nothing("triples", path, "is it query TAB positive TAB negative?", rep, skipped)
	}
	return err
}
