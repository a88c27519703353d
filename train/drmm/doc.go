// Package drmm is the Deep Relevance Matching Model (Guo, Fan, Ai, Croft, CIKM 2016): for each query term a histogram of
// its cosines with the document's terms, a small feed-forward network over the histogram, and a gate that weighs the
// terms.
//
//	score(q, d) = sum over query terms i of gate_i * tanh(w2 . tanh(h_i w1 + b1) + b2)  +  wx . f
//	gate        = softmax over the query terms of wg . x_i, x_i the term's IDF or its vector
//	f           = extra features of the query and the document, if there are any (McDonald et al., EMNLP 2018)
//
// Cosine bins count CosineScale as much as the bin of exact matches. At 1, as in the paper, a few labelled queries cannot tell the 29 bins,
// full in every long document, from noise: Adagrad moves each weight by the same step however little it matters. At .1 a step in
// them is a tenth of one in exact matches.
//
// It is trained on pairs of documents with the hinge loss and Adagrad. The trainer is Gorgonia, and this is the only
// package that knows it: the network with its loss is one operation of a Gorgonia graph, with a gradient written by hand.
//
// The files: histogram.go defines the histograms and featurize.go makes them fast; store.go keeps them; network.go is the
// network and its gradient; op.go makes it a Gorgonia operation and plain.go is the same network in Gorgonia's own
// operations; trainer.go trains; model.go scores; file.go reads and writes models and checkpoints.
package drmm
