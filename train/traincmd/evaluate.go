package traincmd

import "github.com/axiomine/axiomine/train/eval"

// Evaluate measures runs for the tuning of retrieval models.
var Evaluate = eval.Named
