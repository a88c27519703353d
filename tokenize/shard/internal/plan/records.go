package plan

import (
	"fmt"

	"github.com/axiomine/axiomine/internal/ui/terminal"
	"github.com/axiomine/axiomine/tokenize"
)

// Rows counts the pairs of a split by task and axiom.
type Rows struct {
	Split string `json:"split"` // train, dev or test, or a test set
	Task  string `json:"task"`  // the task of the pairs
	Axiom string `json:"axiom"` // empty for judged pairs
	Rows  int    `json:"rows"`  // pairs
}

// TokenizerInfo holds the settings that decide the ids of word pieces.
type TokenizerInfo struct {
	Model          string           `json:"model"`            // WordPiece, BPE or Unigram
	VocabSHA256    string           `json:"vocab_sha256"`     // the checksum of vocab.txt, or of tokenizer.json where there is no vocab.txt
	Template       string           `json:"template"`         // the template of a pair, with type ids
	Options        tokenize.Options `json:"options,omitzero"` // the switches of BERT's tokenizer; only WordPiece has them
	MaxLength      int              `json:"max_length"`       // the maximum number of ids of a sequence, with special tokens
	MaxQueryLength int              `json:"max_query_length"` // the maximum number of ids of a query, with special tokens
}

// Groups counts how full the groups of a format's task and split are.
type Groups struct {
	Format    string `json:"format"`       // the output format
	Task      string `json:"task"`         // the task of the pairs
	Split     string `json:"split"`        // train, dev or test
	Negatives int    `json:"negatives"`    // the wanted number of negatives of a group
	Groups    int    `json:"groups"`       // number of groups
	Filled    int    `json:"filled"`       // number of groups with pairs that are not their own
	Short     int    `json:"short"`        // number of groups with fewer different negatives than wanted
	Fate      string `json:"short_groups"` // what becomes of short groups: repeat or shrink
}

// String returns the finding in a sentence, without the format.
func (g Groups) String() string {
	fate := map[string]string{shortRepeat: "they repeat theirs", shortShrink: "they are smaller"}[g.Fate]
	return fmt.Sprintf("%s of %s groups of %s hold fewer than %d different negatives: %s", terminal.Group(g.Short), terminal.Group(g.Groups),
		g.Split, g.Negatives, fate)
}

// Spread counts how many in-batch false negatives the rows of a split have, before and after they were spread over batches. A row
// has one if its batch has another row whose positive is known to be relevant for its query, or preferred by an axiom.
type Spread struct {
	Rows        string `json:"rows"`     // what a row is: pairs, or groups of so many negatives
	Task        string `json:"task"`     // empty for all tasks together
	Split       string `json:"split"`    // train, validation or test
	Batch       int    `json:"batch"`    // the number of rows of a batch
	Total       int    `json:"total"`    // number of rows of the split
	FalseBefore int    `json:"before"`   // number of rows with an in-batch false negative in the shuffled order
	FalseAfter  int    `json:"after"`    // number of rows with an in-batch false negative in the order written
	Unplaced    int    `json:"unplaced"` // number of rows that fit into no batch that was tried, and are in one that was not full
}

// String returns the finding in a sentence.
func (s Spread) String() string {
	share := func(n int) float64 { return 100 * float64(n) / float64(max(s.Total, 1)) }
	text := fmt.Sprintf("in batches of %d, %.2f %% of the %d %s of %s have an in-batch false negative; shuffled, %.2f %% have one", s.Batch,
		share(s.FalseAfter), s.Total, s.Rows, s.Split, share(s.FalseBefore))
	if s.Unplaced > 0 {
		text += fmt.Sprintf("; %d could not be placed apart", s.Unplaced)
	}
	return text
}

// Pointwise counts the inputs of a config or folder and those that have two labels.
type Pointwise struct {
	Folder    string `json:"folder"` // the config or folder
	Split     string `json:"split"`  // train, dev or test
	Inputs    int    `json:"inputs"` // number of different inputs
	BothSides int    `json:"both"`   // number of inputs with two labels
	Fate      string `json:"fate"`   // the treatment of inputs with two labels: majority, soft, keep or once

	Rows         int `json:"rows"`                         // number of rows written
	Axiomatic    int `json:"axiomatic"`                    // number of rows written whose label is from an axiom and not from a judgement
	Contradicted int `json:"contradicted"`                 // number of axioms' pairs left out because a judgement contradicts a label
	Judged       int `json:"judged_inputs,omitempty"`      // number of texts judged for a query; 0 if not all judgements are known
	Rowless      int `json:"judged_without_row,omitempty"` // number of judged texts that are in no row
	// FromPairs is true if the only judgements compared with axioms were those that the pairs state.
	FromPairs bool `json:"judgements_of_pairs_alone,omitempty"`
}

// String returns the finding in a sentence, without the folder.
func (p Pointwise) String() string {
	fate := map[string]string{Majority: "each has the label of most of its pairs", Soft: "each has the share of its pairs as label",
		Keep: "each keeps both labels", Once: "each has one row, with the label of most of its pairs"}[p.Fate]
	if none := p.Inputs - p.Rows; p.Fate == Once && none > 0 {
		fate += fmt.Sprintf("; %s pairs of equal weight for either label, and no row", terminal.Plural(none, "input has", "inputs have"))
	}
	return fmt.Sprintf("in %s, %s of %s (a query with a document) are preferred in some pairs and not in others: %s", p.Split,
		terminal.Group(p.BothSides), terminal.Plural(p.Inputs, "input", "inputs"), fate)
}

// Conflicts counts the pairs of a split whose negative has a higher teacher's score than the positive. Such pairs are left out.
type Conflicts struct {
	Format    string `json:"format"`    // the output format
	Task      string `json:"task"`      // the task of the pairs
	Split     string `json:"split"`     // train, dev or test
	Pairs     int    `json:"pairs"`     // number of pairs with two scores
	Conflicts int    `json:"conflicts"` // number of pairs whose negative has the higher score
}

// String returns the finding in a sentence, without the format.
func (c Conflicts) String() string {
	return "the scores contradict " + terminal.Group(c.Conflicts) + " of " + terminal.Group(c.Pairs) + " pairs of " + c.Split +
		": they are left out"
}
