package configs

// Train configures the DRMM and the experiment around it.
type Train struct {
	Seeds         int     `key:"seeds"`
	Histogram     string  `key:"histogram"`
	Gating        string  `key:"gating"`
	Epochs        int     `key:"epochs"`
	Patience      string  `key:"patience"`
	PairsPerEpoch int     `key:"pairs_per_epoch"`
	Schedule      string  `key:"schedule"`
	BatchSize     int     `key:"batch_size"`
	LearningRate  float64 `key:"learning_rate"`
	Margin        float64 `key:"margin"`
	AxiomMargin   string  `key:"axiom_margin"`
	AxiomWeight   string  `key:"axiom_weight"`
	Choose        string  `key:"choose"`
	DevQueries    int     `key:"dev_queries"`
	TuneRetrieval string  `key:"tune_retrieval"`
	CosineScale   float64 `key:"cosine_scale"`
	Restart       int     `key:"restart"`
	GateStart     float64 `key:"gate_start"`
	Measures      string  `key:"measures"`
	Ranker        string  `key:"ranker"`
}

// Largest values of the keys. They bound the number of pairs, because the pairs of all epochs are numbered before the first epoch.
const (
	mostEpochs = 10_000
	mostBatch  = 1_000_000
)

// trainKeys are the keys of the section train.
var trainKeys = []Key{
	{Name: "train.seeds", HasFlag: true, Default: "1", Range: closedRange(1, 10_000), Decides: Training, Brief: "seeds to repeat all with",
		Doc: "number of seeds: seed .. seed+N-1"},
	{Name: "train.histogram", Default: "lch", Decides: Training, Needs: "network",
		Choices: oneOf("ch", "nh", "lch"),
		Doc:     "{choices}"},
	{Name: "train.gating", Default: "idf", Decides: Training, Needs: "network",
		Choices: []choice{{Value: "idf"}, {Value: "tv", Note: "the term's vector"}},
		Doc:     "term gate: {choices}"},
	{Name: "train.epochs", HasFlag: true, Default: "20", Range: closedRange(1, mostEpochs), Decides: Training, Needs: "network",
		Doc: "epochs at most"},
	{Name: "train.patience", Default: "4", Decides: Training, Needs: "network",
		Doc: "epochs without a better dev MAP before stopping (0: never stop early), and by how much it has to be better: 4, or 4 by 0.01"},
	{Name: "train.pairs_per_epoch", Default: "2500", Range: closedRange(1, 10_000_000), Decides: Training, Needs: "network",
		Doc: "judged pairs per epoch; axiomatic ones follow by ratio"},
	{Name: "train.schedule", Default: "mixed", Decides: Training,
		Choices: []choice{
			{Value: "mixed"},
			{Form: "curriculum N", Note: "N epochs of axiomatic pairs first"},
			{Value: "axioms-only"},
		},
		Doc: "{choices}"},
	{Name: "train.batch_size", Default: "20", Range: closedRange(1, mostBatch), Decides: Training, Needs: "network", Doc: "pairs per step"},
	{Name: "train.learning_rate", Default: "0.01", Range: &numberRange{Low: 0, High: 10, ExcludesLow: true}, Decides: Training,
		Needs: "network", Doc: "Adagrad step"},
	{Name: "train.margin", Default: "1", Range: closedRange(0, 100), Decides: Pairs, Needs: "judgements",
		Doc: "hinge margin of judged pairs"},
	{Name: "train.axiom_margin", Default: "1", Decides: Pairs, Needs: "axioms", Files: expressionPaths{},
		Doc: "hinge margin of axiomatic pairs, for all or per name: N or NAME=N,NAME=N"},
	{Name: "train.axiom_weight", Default: "1", Decides: Pairs, Needs: "axioms", Files: expressionPaths{},
		Doc: "loss weight of axiomatic pairs, for all or per name, times what gen.weights says"},
	{Name: "train.choose", HasFlag: true, Default: "default", Decides: Training, Files: choicePaths{},
		Choices: []choice{
			{Value: "default"},
			{Value: "none", Note: "the configured values, in all arms"},
			{Form: "{KEY: [VALUE, ..], ..}"},
		},
		Doc: "what every arm chooses from on dev, by itself and with the same budget: {choices}"},
	{Name: "train.dev_queries", Default: "0", Range: atLeast(0), Decides: Topics,
		Doc: "use the labels of only N dev queries to stop, to choose and to tune (0: all)"},
	{Name: "train.tune_retrieval", Default: "auto", Decides: Candidates, Needs: "retrieval",
		Choices: []choice{{Value: "auto", Note: "chosen on dev, unless one of them is given"}, {Value: "off"}},
		Doc:     "parameters of the retrieval model (k1 and b of BM25): {choices}"},
	{Name: "train.cosine_scale", Default: "0.1", Range: closedRange(0, 10), Decides: Training, Needs: "network",
		Doc: "factor on the cosine bins of the histograms (1: as in the DRMM paper; 0: exact matches only)"},
	{Name: "train.restart", Default: "0", Range: atLeast(0), Decides: Training,
		Doc: "which of the starts that a seed gives the weights"},
	{Name: "train.gate_start", Default: "0.1", Range: closedRange(-100, 100), Decides: Training, Needs: "network",
		Doc: "start value of the IDF gate's weight"},
	{Name: "train.measures", Default: "MAP,MRR,P@5,nDCG@10", Decides: Training, Doc: "measures of the report; the first one is tested"},
	{Name: "train.ranker", HasFlag: true, Decides: Training, Files: commandWords{},
		Brief: "a command that trains instead of the DRMM (axiomine help ranker)",
		Doc: "a command that trains on the shards of an arm and scores its candidates, instead of the DRMM, with {shards}, {candidates}, " +
			"{queries}, {output} and others for its arguments"},
}
