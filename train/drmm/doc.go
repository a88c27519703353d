// Package drmm is the Deep Relevance Matching Model (Guo, Fan, Ai, Croft, CIKM 2016): for each query term a histogram of its cosines with
// the document's terms, a small feed-forward network over the histogram, and a gate that weighs the terms.
//
//	score(q, d) = sum over query terms i of gate_i * tanh(w2 . tanh(h_i w1 + b1) + b2)
//	gate        = softmax over the query terms of wg . x_i, x_i the term's IDF or its vector
//
// Values of cosine bins are multiplied by CosineScale; the value of the exact-match bin is not. In the paper the factor
// is 1. Every long document fills the 29 cosine bins, and with few labelled queries these bins are noise: Adagrad moves
// each weight by the same step, however little the weight matters. With a factor of .1, a step on a cosine bin's weight
// has a tenth of the effect of a step on the exact-match bin's weight.
//
// Training uses pairs of documents, the hinge loss and Adagrad, by Gorgonia. No other package imports Gorgonia. A step is
// a run of Gorgonia's tape machine over a differentiated graph, then a step of the solver. Network and loss are one
// operation of that graph, with a gradient written by hand. To learn the model, read graph_test.go, which defines it in
// Gorgonia's operations. That graph is ten times slower. The weights of both agree to 1e-9 (TestEnginesAgreeOverWholeTrainings).
//
// The files: histogram.go has the bins and featurize.go computes the histograms; store.go keeps them; network.go is
// the network with its gradient in plain Go, and op.go makes it a Gorgonia operation; tape.go puts the graph on the
// machine; adagrad.go is the solver; trainer.go trains; model.go scores; file.go reads and writes models.
package drmm
