# sentence-transformers, a bi-encoder on triplets.
axiomine gen -c wikiqa --data "$WIKIQA" --judged-queries 10 --ratio 7:1 --output-format st-triplet -o st
