// Package train runs experiments: a DRMM trained on judged pairs with and without axiomatic ones, over seeds and folds,
// beside its controls, tested on queries it never saw.
package train
