// Package drmm is the Deep Relevance Matching Model (Guo, Fan, Ai, Croft, CIKM 2016): for each query term a histogram of
// its cosines with the document's terms, a small feed-forward network over the histogram, and a gate that weighs the
// terms.
//
//	score(q, d) = sum over query terms i of gate_i * tanh(w2 . tanh(h_i w1 + b1) + b2)
//	gate        = softmax over the query terms of wg . x_i, x_i the term's IDF or its vector
//
// It is trained on pairs of documents with the hinge loss and Adagrad. The trainer is Gorgonia, and this is the only
// package that knows it: the network with its loss is one operation of a Gorgonia graph, with a gradient written by hand.
//
// The files: histogram.go defines the histograms and featurize.go makes them fast; store.go keeps them; network.go is the
// network and its gradient; op.go makes it a Gorgonia operation and plain.go is the same network in Gorgonia's own
// operations; trainer.go trains; model.go scores; file.go reads and writes models and checkpoints.
package drmm
