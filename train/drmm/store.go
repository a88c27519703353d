package drmm

// Store keeps the inputs of a data set: for each query the gate input, for each (query, document) the
// non-empty bins of the histograms. Inputs are numbered from 0 in the order of addition.
type Store struct {
	width   int       // the number of gate values of a query term
	gates   []float64 // the gate values of the terms of all queries
	queries []int     // queries[q] is the index of query q's first term in gates; the last element is the number of all terms
	inputs  []entry
	rows    []int // rows[i] is the index of row i's first cell in bins and values; the last element is the number of all cells
	bins    []uint8
	values  []float64
}

// entry is one (query, document).
type entry struct {
	query int32
	row   int // the index of the input's first row in Store.rows
}

// newStore returns an empty store for gate inputs of width values per term.
func newStore(width int) *Store { return &Store{width: width, queries: []int{0}, rows: []int{0}} }

// Width returns the number of gate values per term.
func (s *Store) Width() int { return s.width }

// addQuery adds a query's gate input, width values for each term, and returns the query's number.
func (s *Store) addQuery(gates []float64, terms int) (query int32) {
	s.gates = append(s.gates, gates...)
	s.queries = append(s.queries, s.queries[len(s.queries)-1]+terms)
	return int32(len(s.queries) - 2)
}

// beginInput adds an input and returns its number. The caller then adds the cells of each row, and calls endRow after each row.
func (s *Store) beginInput(query int32) (input int32) {
	s.inputs = append(s.inputs, entry{query, len(s.rows) - 1})
	return int32(len(s.inputs) - 1)
}

func (s *Store) addCell(bin int, value float64) {
	s.bins = append(s.bins, uint8(bin))
	s.values = append(s.values, value)
}

func (s *Store) endRow() { s.rows = append(s.rows, len(s.values)) }

// Input returns input i. It shares the store's memory.
func (s *Store) Input(i int32) Input {
	e := s.inputs[i]
	first, last := s.queries[e.query], s.queries[e.query+1]
	return Input{
		width:  s.width,
		gates:  s.gates[first*s.width : last*s.width],
		starts: s.rows[e.row : e.row+last-first+1],
		bins:   s.bins,
		values: s.values,
	}
}

// Input is one (query, document) as a model scores it.
type Input struct {
	width  int
	gates  []float64 // terms x width values
	starts []int     // terms + 1 indexes: term i has the cells starts[i] to starts[i+1] of bins and values
	bins   []uint8
	values []float64
}

// Terms returns the number of query terms.
func (in Input) Terms() int { return len(in.starts) - 1 }

// row returns the non-empty bins of a term and their values.
func (in *Input) row(i int) (bins []uint8, values []float64) {
	first, last := in.starts[i], in.starts[i+1]
	return in.bins[first:last], in.values[first:last]
}

// Histograms returns a histogram for each query term, with the empty bins.
func (in Input) Histograms() [][Bins]float64 {
	rows := make([][Bins]float64, in.Terms())
	for i := range rows {
		for c := in.starts[i]; c < in.starts[i+1]; c++ {
			rows[i][in.bins[c]] = in.values[c]
		}
	}
	return rows
}
