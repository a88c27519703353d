package suspect

// The features of a positive. They compare it with the negatives of its query that are not positives too.
const (
	PositiveBM25     = iota // score for the query, as a share of the most that a document can have
	PositiveRank            // share of the negatives with a higher score, with half a negative on either side
	PositiveZ               // score less the negatives' mean, in standard deviations; 0 if they are fewer than three
	PositiveLead            // score less that of the best negative
	PositiveLikeTop         // mean cosine of TF-IDF with the negatives, weighted by their scores
	PositiveLikeMost        // cosine of TF-IDF with the negative that is most like it
	PositiveLength          // logarithm of the words, less the mean of the negatives
	PositiveRunLead         // a model's score less that of the best negative, in standard deviations of the query's; NaN without a run
	PositiveRunScore        // as the run has it, a normal score
	numPositiveFeatures
)

// PositiveNames are the names of the features in positives.parquet and positives.json.
var PositiveNames = [numPositiveFeatures]string{"bm25", "bm25_rank", "bm25_z", "bm25_lead", "like_top", "like_most", "length", "run_lead",
	"run_score"}

// PositiveFeatures holds what the texts tell of a positive.
type PositiveFeatures [PositiveRunLead]float32
