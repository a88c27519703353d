# PyLate, a ColBERT: late interaction on the triplets. It takes the columns in their order, the query first.
axiomine gen -c wikiqa --data "$WIKIQA" --judged-queries 10 --ratio 7:1 --output-format st-triplet -o colbert
