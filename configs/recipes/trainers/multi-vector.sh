# MultiVectorEncoder, the late interaction of sentence-transformers, on the same triplets.
axiomine gen -c wikiqa --data "$WIKIQA" --judged-queries 10 --ratio 7:1 --output-format st-triplet -o multi
