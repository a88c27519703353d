# SPLADE, a sparse encoder, on the same triplets. Regularisers make most weights 0.
axiomine gen -c wikiqa --data "$WIKIQA" --judged-queries 10 --ratio 7:1 --output-format st-triplet -o sparse
