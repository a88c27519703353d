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
// It is trained on pairs of documents with the hinge loss and Adagrad, by Gorgonia, and this is the only package that knows it: a
// step is a run of Gorgonia's tape machine over a graph that Gorgonia has differentiated, then one of a Gorgonia solver. There
// are two such graphs. graph.go is the definition, all in Gorgonia's operations: read that to learn the model. In the default
// one, network and loss are one operation of ours, with a gradient written by hand: ten to twenty times faster, the same models to 1e-9
// (TestEnginesAgreeOverWholeTrainings).
//
// The files: histogram.go defines the histograms and featurize.go makes them fast; store.go keeps them; graph.go is the network
// in Gorgonia's operations; network.go is the same with its gradient in plain Go, and op.go makes it a Gorgonia operation;
// lanes.go and vectors_amd64.s are its inner loops for vector registers; tape.go puts either graph on the machine; adagrad.go is
// the solver; trainer.go trains; model.go scores; file.go reads and writes models and checkpoints.
package drmm
