package drmm

import "fmt"

// Store keeps the inputs of a data set: for each query its gate input, for each (query, document) its histograms with
// only the bins that are not empty. Inputs are numbered from 0 in the order in which they were added.
type Store struct {
	width   int       // gate values of a term
	numX    int       // extra features of an input
	extras  []float64 // of all inputs
	gates   []float64 // of all queries' terms
	queries []int     // where a query's gate begins, in terms; one more at the end
	inputs  []entry
	rows    []int // where a row's cells begin; one more at the end
	bins    []uint8
	values  []float64
}

// entry is a (query, document).
type entry struct {
	query int32
	row   int // its first row
}

// newStore returns an empty store for gate inputs of width values a term and for inputs of extras features.
func newStore(width, extras int) *Store {
	return &Store{width: width, numX: extras, queries: []int{0}, rows: []int{0}}
}

// Width is the number of gate values of a term.
func (s *Store) Width() int { return s.width }

// Len is the number of inputs.
func (s *Store) Len() int { return len(s.inputs) }

// mostTerms is the number of terms of the longest query.
func (s *Store) mostTerms() (most int) {
	for q, at := range s.queries[1:] {
		most = max(most, at-s.queries[q])
	}
	return most
}

// addQuery adds a query's gate input, width values for each of its terms, and gives the query's number.
func (s *Store) addQuery(gates []float64, terms int) (query int32) {
	s.gates = append(s.gates, gates...)
	s.queries = append(s.queries, s.queries[len(s.queries)-1]+terms)
	return int32(len(s.queries) - 2)
}

// begin adds an input with its extra features; its cells follow row by row, each row ended by endRow.
func (s *Store) begin(query int32, extras []float64) (input int32) {
	if len(extras) != s.numX {
		panic(fmt.Sprintf("an input of %d extra features in a store of %d", len(extras), s.numX))
	}
	s.extras = append(s.extras, extras...)
	s.inputs = append(s.inputs, entry{query, len(s.rows) - 1})
	return int32(len(s.inputs) - 1)
}

func (s *Store) cell(bin int, value float64) {
	s.bins = append(s.bins, uint8(bin))
	s.values = append(s.values, value)
}

func (s *Store) endRow() { s.rows = append(s.rows, len(s.values)) }

// Input gives an input; it is valid as long as the store.
func (s *Store) Input(i int32) Input {
	e := s.inputs[i]
	from, to := s.queries[e.query], s.queries[e.query+1]
	return Input{
		width:  s.width,
		gates:  s.gates[from*s.width : to*s.width],
		extras: s.extras[int(i)*s.numX:][:s.numX],
		starts: s.rows[e.row : e.row+to-from+1],
		bins:   s.bins,
		values: s.values,
	}
}

// Input is one (query, document): what a model scores.
type Input struct {
	width  int
	gates  []float64 // terms x width
	extras []float64
	starts []int // terms + 1: where a term's cells begin in bins and values
	bins   []uint8
	values []float64
}

// Terms is the number of query terms.
func (in Input) Terms() int { return len(in.starts) - 1 }

// row gives a term's bins that are not empty, and their values.
func (in *Input) row(i int) (bins []uint8, values []float64) {
	from, to := in.starts[i], in.starts[i+1]
	return in.bins[from:to], in.values[from:to]
}

// Histograms gives the rows with their empty bins.
func (in Input) Histograms() [][Bins]float64 {
	rows := make([][Bins]float64, in.Terms())
	for i := range rows {
		for c := in.starts[i]; c < in.starts[i+1]; c++ {
			rows[i][in.bins[c]] = in.values[c]
		}
	}
	return rows
}
