// Package configs describes a whole run in one typed, strict configuration: presets, YAML files, environment and flags,
// in rising precedence.
//
// Keys are flag names in snake_case, nested by the noun of the command line that owns them: gen.k1, tokenize.max_length,
// train.seeds. The struct tags are the only place where a key, its default and its help stand.
package configs

// Config is the effective configuration of a run.
type Config struct {
	Gen      Gen      `mapstructure:"gen"`
	Tokenize Tokenize `mapstructure:"tokenize"`
	Train    Train    `mapstructure:"train"`
	Embed    Embed    `mapstructure:"embed"`
}

// Gen configures the chain from a collection to pairs. The keys before axioms describe the collection and its candidates.
type Gen struct {
	Data               string `mapstructure:"data" doc:"the collection's own folder"`
	Format             string `mapstructure:"format" default:"auto" doc:"auto | msmarco | trec | beir | wikiqa | wikipassageqa | cranfield | json | ir-datasets | ciff | triples"`
	Collection         string `mapstructure:"collection" doc:"documents, where they are not found in the folder"`
	Topics             string `mapstructure:"topics" doc:"queries: FILE, or SPLIT=FILE,SPLIT=FILE"`
	Qrels              string `mapstructure:"qrels" doc:"judgements: FILE, or SPLIT=FILE,SPLIT=FILE"`
	Run                string `mapstructure:"run" doc:"candidates from a run instead of own retrieval: FILE, or SPLIT=FILE,SPLIT=FILE, or given (wikiqa, wikipassageqa and triples name their own)"`
	TopicFields        string `mapstructure:"topic_fields" default:"title" doc:"topic fields that make the query text: title,desc,narr"`
	DocFields          string `mapstructure:"doc_fields" default:"auto" doc:"document fields that make the text: title,text,url; auto is title,text (cranfield: text)"`
	Encoding           string `mapstructure:"encoding" default:"utf-8" doc:"utf-8 | latin-1 | windows-1252"`
	Strict             bool   `mapstructure:"strict" default:"false" doc:"make the first malformed line an error"`
	MaxLine            int    `mapstructure:"max_line" default:"67108864" doc:"bytes of the longest line or record of the collection's files that is held (64 MiB)"`
	OnDuplicate        string `mapstructure:"on_duplicate" doc:"first | last: which text of a repeated id to keep (default: an error)"`
	RunFormat          string `mapstructure:"run_format" default:"trec" doc:"trec | 2col | 3col | msmarco | top1000 | jsonl"`
	RunOrder           string `mapstructure:"run_order" default:"score" doc:"order of a given run: score | rank"`
	TopicsFormat       string `mapstructure:"topics_format" doc:"tsv | classic | xml | colon | jsonl | uqv | top1000, where topics have another form than the collection's"`
	QrelsFormat        string `mapstructure:"qrels_format" doc:"3col | prels | triples-ids, where judgements have other columns than the format's"`
	FixEncoding        string `mapstructure:"fix_encoding" default:"auto" doc:"repair UTF-8 once read as Latin-1: auto (MS MARCO passages) | on | off"`
	Variants           bool   `mapstructure:"variants" default:"false" doc:"every query variant is a query with its topic's judgements"`
	WPQAFilter         string `mapstructure:"wpqa_filter" default:"none" doc:"questions of WikiPassageQA to leave out: none | rennings"`
	RequirePositive    bool   `mapstructure:"require_positive" default:"false" doc:"leave out queries without a relevant document"`
	CranfieldGrades    string `mapstructure:"cranfield_grades" default:"cleverdon" doc:"codes of cranqrel: cleverdon (1 to 4 are grades 4 to 1, -1 is 0) | as-is"`
	SkipUnknown        bool   `mapstructure:"skip_unknown" default:"false" doc:"count a run's unknown ids instead of stopping"`
	Index              string `mapstructure:"index" doc:"a finished index to use instead of building one"`
	RestrictCollection string `mapstructure:"restrict_collection" default:"none" doc:"index only what a given run and the judgements name: none | candidates"`
	Splits             string `mapstructure:"splits" default:"given" doc:"given | hash 70/15/15 | folds 5 | test from dev 30 (or train: that share of its queries is test, instead of a given test split)"`
	Fold               int    `mapstructure:"fold" default:"0" doc:"which of the folds is the test split (0-based)"`
	QuerySample        string `mapstructure:"query_sample" doc:"share of every split's queries to use, by hash and nested: 0.1, or train=0.1,test=0.5"`
	Limit              int    `mapstructure:"limit" default:"0" doc:"use only the first N queries of every split (0: all)"`

	Language    string `mapstructure:"language" doc:"of the texts, sets tokenizer, stemmer and stopwords unless they are given themselves: ar | bg | ca | cs | da | de | el | en | es | eu | fa | fi | fr | ga | gl | hi | hr | hu | hy | id | it | ja | ko | nl | no | pt | ro | ru | sv | ta | tr | zh"`
	Tokenizer   string `mapstructure:"tokenizer" default:"unicode" doc:"tokens of the analyser: unicode (words of every script, CJK by two characters) | alnum (a to z and digits) | alpha (a to z) | words (of every script, nothing done to them) | wordpiece (of tokenize.vocab)"`
	Stemmer     string `mapstructure:"stemmer" default:"snowball:english" doc:"none | snowball:LANGUAGE | porter | table:FILE (word TAB stem)"`
	Stopwords   string `mapstructure:"stopwords" default:"english" doc:"none | english | lucene | inquery (Indri's and Galago's, 418 words) | LANGUAGE (german and others) | FILE"`
	Possessives string `mapstructure:"possessives" default:"keep" doc:"keep | strip: 's at the end of words"`

	Retrieval     string  `mapstructure:"retrieval" default:"bm25" doc:"retrieval model of the candidates: bm25 | ql | qljm | pl2 | tfidf, each also with +rm3 (rm3 is ql+rm3)"`
	K1            float64 `mapstructure:"k1" default:"0.9" doc:"BM25 k1"`
	B             float64 `mapstructure:"b" default:"0.4" doc:"BM25 b"`
	K3            float64 `mapstructure:"k3" default:"-1" doc:"how soon repeated query terms stop to count, as in BM25 (below 0: never)"`
	Mu            float64 `mapstructure:"mu" default:"1000" doc:"Dirichlet prior of ql"`
	CandidatesMu  float64 `mapstructure:"candidates_mu" default:"0" doc:"mu where ql finds candidates, if another than that of the models which are diagnosed (0: mu)"`
	Lambda        float64 `mapstructure:"lambda" default:"0.1" doc:"share of the collection's model in qljm"`
	PL2C          float64 `mapstructure:"pl2_c" default:"1" doc:"PL2 c"`
	FBDocs        int     `mapstructure:"fb_docs" default:"10" doc:"RM3 feedback documents"`
	FBTerms       int     `mapstructure:"fb_terms" default:"10" doc:"RM3 expansion terms"`
	FBMu          float64 `mapstructure:"fb_mu" default:"0" doc:"RM3 smoothing of the feedback documents"`
	FBWeight      float64 `mapstructure:"fb_weight" default:"0.5" doc:"RM3 weight of the original query"`
	Hits          int     `mapstructure:"hits" default:"100" doc:"candidates per query"`
	MaxCandidates int     `mapstructure:"max_candidates" default:"10000" doc:"a query with more candidates is an error: its pairs grow with their square (0: no limit)"`
	AddRelevant   bool    `mapstructure:"add_relevant" default:"false" doc:"add judged relevant documents to the candidates"`
	DropSelf      string  `mapstructure:"drop_self" default:"auto" doc:"drop candidates that are the query: auto (beir: same id and text) | on (same id) | off"`
	MinGrade      int     `mapstructure:"min_grade" default:"1" doc:"lowest grade that counts as relevant"`

	Axioms               string  `mapstructure:"axioms" default:"length-safe" doc:"axioms, expressions and named sets, separated by commas"`
	DeltaStar            string  `mapstructure:"delta_star" doc:"length bound of the axioms that are not given one: a share, or none (default: each axiom's own)"`
	Ratio                string  `mapstructure:"ratio" default:"1:1" doc:"axiomatic : regular: in all, shared by the axioms, or per name (a set's is shared by its members): NAME=1:4,NAME=1:1; none takes every pair"`
	Made                 string  `mapstructure:"made" default:"test" doc:"where documents that lnc2 makes take part: none | test (diagnosis of models) | all (also candidates of every split)"`
	Pairs                string  `mapstructure:"pairs" doc:"number of pairs instead of a ratio: in all, shared by the axioms, or per name: N or NAME=N,NAME=N"`
	Strategy             string  `mapstructure:"strategy" default:"paired" doc:"paired | multi-graded"`
	Budget               string  `mapstructure:"budget" default:"append" doc:"append | replace"`
	Sample               string  `mapstructure:"sample" default:"balanced" doc:"uniform | balanced | length-balanced | hard"`
	HardRun              string  `mapstructure:"hard_run" doc:"the run whose mistakes sample: hard draws first, or (train) judged: the judged arm"`
	ViolatedBy           string  `mapstructure:"violated_by" doc:"keep only what this run orders wrongly: a run of any model, or (train) judged: the judged arm"`
	ViolatedMargin       float64 `mapstructure:"violated_margin" default:"0" doc:"keep also what the run orders well by less than this, in its scores"`
	Weights              string  `mapstructure:"weights" default:"none" doc:"weight of an axiom's rows beside the judged ones' 1: none | agreement (with the training queries' judgements) | N or NAME=N,NAME=N"`
	Perturb              string  `mapstructure:"perturb" doc:"axioms (tfc1, tfc2, lnc1, m-tdc) whose perturbed copies of documents regularise judged pairs, and are diagnosed"`
	PerturbWeight        string  `mapstructure:"perturb_weight" default:"0.1" doc:"weight of the regulariser beside the judged pairs' 1, for all or per name: N or NAME=N,NAME=N"`
	PoolTop              int     `mapstructure:"pool_top" default:"0" doc:"draw axiomatic pairs among each query's first N candidates (0: all)"`
	PoolQueries          string  `mapstructure:"pool_queries" default:"all" doc:"queries that axiomatic pairs come from: all | judged | unjudged"`
	Conflict             string  `mapstructure:"conflict" default:"drop" doc:"drop | keep | majority"`
	Regular              string  `mapstructure:"regular" default:"all" doc:"regular (judged) pairs: all | N"`
	Positives            string  `mapstructure:"positives" default:"candidates" doc:"positives of regular pairs: candidates | all"`
	NegativesPerPositive int     `mapstructure:"negatives_per_positive" default:"0" doc:"limit of regular pairs per positive (0: none)"`
	PositivesPerQuery    int     `mapstructure:"positives_per_query" default:"0" doc:"limit of positives per query (0: none)"`
	NegativesPerQuery    int     `mapstructure:"negatives_per_query" default:"0" doc:"limit of negatives per query (0: none)"`
	SkipTop              int     `mapstructure:"skip_top" default:"0" doc:"the first N of the candidate run are never negatives, of regular or axiomatic pairs"`
	MaxScore             string  `mapstructure:"max_score" default:"none" doc:"nor are documents that the candidate run scores above this: none | a score"`
	NearDuplicates       float64 `mapstructure:"near_duplicates" default:"0" doc:"nor are documents that share so much of their word triples with a judged relevant one: a Jaccard coefficient (0: only those with its text)"`
	AbsoluteMargin       string  `mapstructure:"absolute_margin" default:"none" doc:"a negative of a regular pair scores at least so much below the positive in the candidate run: none | a difference"`
	RelativeMargin       string  `mapstructure:"relative_margin" default:"none" doc:"the same as a share of the positive's score: none | 0.05"`
	JudgedOnly           bool    `mapstructure:"judged_only" default:"false" doc:"only documents judged not relevant are negatives of regular pairs"`
	JudgedQueries        int     `mapstructure:"judged_queries" default:"0" doc:"use the labels of only N training queries (0: all)"`

	Order         string `mapstructure:"order" default:"mixed" doc:"rows of a data set: mixed (shuffled) | curriculum (first those of axioms, then the judged ones, each shuffled)"`
	Mixture       string `mapstructure:"mixture" doc:"tasks and their shares: ranking=4,reg=1,pairs:tfc1=1 (ratios; reg has three classes, pairs: its pairs), or rows where one is above 100: ranking=100000,reg=25000"`
	RankingRows   string `mapstructure:"ranking_rows" default:"pairs" doc:"what a row of the ranking task is in the mixture: pairs | pointwise (two a pair) | groups (of group_size documents)"`
	Rows          int    `mapstructure:"rows" default:"0" doc:"rows of the mixture in all, shared out by ratios (0: as many as the ranking task allows)"`
	OnShortage    string `mapstructure:"on_shortage" default:"fail" doc:"a task that cannot fill its share of the mixture: fail | shrink | repeat | skip"`
	ClassSample   string `mapstructure:"class_sample" default:"stratified" doc:"pairs of three-class tasks: stratified (equal classes) | random"`
	Spares        string `mapstructure:"spares" default:"auto" doc:"undrawn negatives kept with every drawn positive, which fill its groups: auto (one fewer than group_size; above a million rows for formats of groups alone) | N (0: none)"`
	ClassTest     int    `mapstructure:"class_test" default:"3000" doc:"pairs of each three-class task in dev, test and every test set (0: none)"`
	ClassQueries  string `mapstructure:"class_queries" default:"train" doc:"queries that three-class tasks and their test sets come from: train, or so many of every split, by hash and nested: train=100,dev=100,test=400"`
	UniqueQueries int    `mapstructure:"unique_queries" default:"0" doc:"further training queries, sharing no word with class_queries, that unique test sets come from (0 beside class_queries train: test queries)"`
	UniqueTest    int    `mapstructure:"unique_test" default:"0" doc:"pairs of each three-class task in unique test sets (0: class_test)"`

	Vectors     string `mapstructure:"vectors" doc:"word vectors: the first of these files or patterns that exists ({data} is the folder), or train, or embed (trained as the section embed says)"`
	VectorsMode string `mapstructure:"vectors_mode" default:"forms" doc:"forms | stems: whose vector, synset or row of a table an analysed term takes"`
	Similarity  string `mapstructure:"similarity" default:"vectors" doc:"similarity of terms: vectors | wordnet (of Debian's wordnet-base) | wordnet:DIR (a dict folder) | table:FILE (WORD TAB WORD TAB SIMILARITY)"`
	Dimension   int    `mapstructure:"dimension" default:"0" doc:"dimension of trained vectors (0: 100, and 300 in train embed)"`

	Seed    int `mapstructure:"seed" default:"42" doc:"seed of every draw"`
	Threads int `mapstructure:"threads" default:"0" doc:"threads, and cores in use (0: all cores); changes speed only"`
}

// Tokenize configures word pieces and shards.
type Tokenize struct {
	Vocab             string `mapstructure:"vocab" doc:"WordPiece vocabulary: a vocab.txt or tokenizer.json, or empty to train one on the collection"`
	VocabSize         int    `mapstructure:"vocab_size" default:"8000" doc:"pieces of a trained vocabulary"`
	Cased             bool   `mapstructure:"cased" default:"false" doc:"keep case and accents"`
	MaxLength         int    `mapstructure:"max_length" default:"256" doc:"word pieces per input, special tokens included"`
	MaxQueryLength    int    `mapstructure:"max_query_length" default:"64" doc:"word pieces per query, special tokens included"`
	OutputFormat      string `mapstructure:"output_format" default:"parquet" doc:"output formats, separated by commas: axiomine tokenize formats names them"`
	ShardSize         int    `mapstructure:"shard_size" default:"0" doc:"rows per shard (0: by bytes, at least 8 shards)"`
	Compression       string `mapstructure:"compression" default:"snappy" doc:"Parquet compression: snappy | zstd | none"`
	GroupSize         int    `mapstructure:"group_size" default:"0" doc:"documents per group, one of them the positive (0: 8, and 2 in mtdnn and matchzoo)"`
	OnShortGroup      string `mapstructure:"on_short_group" default:"repeat" doc:"a group with fewer different negatives than its size: repeat (them; st-listwise and matchzoo take fewer) | drop | shrink (also in tevatron's formats and mtdnn)"`
	Scores            string `mapstructure:"scores" doc:"runs of a model whose scores st-margin-mse, st-margin-ntuple and tevatron-distil teach: FILE, or FILE,FILE (default: the candidates' scores)"`
	OnTeacherConflict string `mapstructure:"on_teacher_conflict" default:"drop" doc:"pairs whose scores stand against their order, where a format teaches scores: drop | clip (the negative's to the positive's)"`
	Pointwise         string `mapstructure:"pointwise" default:"majority" doc:"inputs that pairs put on both sides, in pointwise rows: majority (the label of most pairs, by weight) | soft (their share, a real number) | keep (both labels)"`
	RowsOf            string `mapstructure:"rows_of" default:"all" doc:"splits that have rows in shards: all | train | train,dev"`
	Layout            string `mapstructure:"layout" default:"B" doc:"input of three-class tasks: B ([CLS] q [SEP] d1 d2 [SEP]) | A ([CLS] q d1 [SEP] q d2 [SEP])"`
	MTDNNRanking      string `mapstructure:"mtdnn_ranking" default:"group" doc:"pairwise tasks in mtdnn: group (ranking loss) | pointwise (two classes) | regression"`
	MTDNNSan          bool   `mapstructure:"mtdnn_san" default:"false" doc:"write enable_san: true for mtdnn, except for groups"`
	Candidates        string `mapstructure:"candidates" default:"none" doc:"candidates to be scored, written beside the rows in the same layout: none | dev | test | all"`
	Compat            string `mapstructure:"compat" doc:"dl4marco: leave the last position of a tfrecord sequence unused, as that converter does"`
	CardLicense       string `mapstructure:"card_license" default:"unknown" doc:"licence of the texts for the dataset card, by the Hugging Face Hub's identifier: cc-by-sa-4.0, mit, other, .."`
	CardLanguage      string `mapstructure:"card_language" doc:"languages of the texts for the dataset card, by ISO 639 codes separated by commas (default: the stemmer's, und without one)"`
}

// Train configures the DRMM and the experiment around it.
type Train struct {
	Engine        string  `mapstructure:"engine" default:"fused" doc:"what Gorgonia runs: fused (the network as one operation) | graph (its own operations only: the definition, ten to twenty times slower)"`
	Seeds         int     `mapstructure:"seeds" default:"1" doc:"number of seeds: seed .. seed+N-1"`
	Histogram     string  `mapstructure:"histogram" default:"lch" doc:"ch | nh | lch"`
	Gating        string  `mapstructure:"gating" default:"idf" doc:"term gate: idf | tv (the term's vector)"`
	Epochs        int     `mapstructure:"epochs" default:"20" doc:"epochs at most"`
	Patience      int     `mapstructure:"patience" default:"4" doc:"epochs without a better dev MAP before stopping (0: never stop early)"`
	MinDelta      float64 `mapstructure:"min_delta" default:"0" doc:"by how much a dev MAP has to be better to count as better"`
	PairsPerEpoch int     `mapstructure:"pairs_per_epoch" default:"2500" doc:"regular pairs per epoch; axiomatic ones follow by ratio"`
	MaxRepeats    int     `mapstructure:"max_repeats" default:"1" doc:"how often an axiomatic pair may come in one epoch"`
	Schedule      string  `mapstructure:"schedule" default:"mixed" doc:"mixed | curriculum N (N epochs of axiomatic pairs first) | axioms-only"`
	BatchSize     int     `mapstructure:"batch_size" default:"20" doc:"pairs per step"`
	LearningRate  float64 `mapstructure:"learning_rate" default:"0.01" doc:"Adagrad step"`
	Margin        float64 `mapstructure:"margin" default:"1" doc:"hinge margin of judged pairs"`
	AxiomMargin   string  `mapstructure:"axiom_margin" default:"1" doc:"hinge margin of axiomatic pairs, for all or per name: N or NAME=N,NAME=N"`
	AxiomWeight   string  `mapstructure:"axiom_weight" default:"1" doc:"loss weight of axiomatic pairs, for all or per name, times what gen.weights says"`
	PerturbMargin string  `mapstructure:"perturb_margin" default:"0.1" doc:"hinge margin between perturbed copies, for all or per name: N or NAME=N,NAME=N"`
	Choose        string  `mapstructure:"choose" default:"default" doc:"what every arm chooses from on dev, by itself and with the same budget: default | none (the configured values, in all arms) | {KEY: [VALUE, ..], ..}"`
	DevQueries    int     `mapstructure:"dev_queries" default:"0" doc:"use the labels of only N dev queries to stop, to choose and to tune (0: all)"`
	TuneRetrieval string  `mapstructure:"tune_retrieval" default:"auto" doc:"parameters of the retrieval model (k1 and b of BM25): auto (chosen on dev, unless one of them is given) | off"`
	Features      string  `mapstructure:"features" default:"none" doc:"none | extra: BM25, shares of query terms and bigrams matched, and length, beside the terms' scores in the last layer"`
	CosineScale   float64 `mapstructure:"cosine_scale" default:"0.1" doc:"factor on the cosine bins of the histograms (1: as in the DRMM paper; 0: exact matches only)"`
	Restart       int     `mapstructure:"restart" default:"0" doc:"which of the starts that a seed gives the weights"`
	InitScale     float64 `mapstructure:"init_scale" default:"0.3" doc:"factor on the Glorot bounds of the first layer"`
	GateStart     float64 `mapstructure:"gate_start" default:"0.1" doc:"start value of the IDF gate's weight"`
	Checkpoint    int     `mapstructure:"checkpoint_every" default:"5" doc:"seconds between checkpoints of a training (0: after every epoch); changes nothing else"`
	Measures      string  `mapstructure:"measures" default:"MAP,MRR,P@5,nDCG@10" doc:"measures of the report; the first one is tested"`
}

// Embed configures word vectors trained on their own (axiomine train embed); their dimension is gen.dimension.
type Embed struct {
	Model        string  `mapstructure:"model" default:"skip-gram" doc:"skip-gram | cbow (negative sampling) | glove"`
	Window       int     `mapstructure:"window" default:"10" doc:"words on each side that count as near"`
	Negative     int     `mapstructure:"negative" default:"10" doc:"negative samples for each word (not glove)"`
	Subsample    float64 `mapstructure:"subsample" default:"0.0001" doc:"words with a larger share of the text are left out at random (0: none; not glove)"`
	MinCount     int     `mapstructure:"min_count" default:"10" doc:"rarer terms get no vector"`
	Epochs       int     `mapstructure:"epochs" default:"0" doc:"passes over the text (0: 5, and 25 for glove)"`
	LearningRate float64 `mapstructure:"learning_rate" default:"0" doc:"first step (0: 0.025, and 0.05 for glove)"`
	OutputFormat string  `mapstructure:"output_format" default:"word2vec" doc:"word2vec | word2vec-binary | glove"`
}
