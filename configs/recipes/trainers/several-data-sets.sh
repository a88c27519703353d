# Several data sets at once, each with a loss of its own.
axiomine gen -c wikiqa --data "$WIKIQA" --judged-queries 10 --ratio 7:1 --output-format st-triplet,st-pairs -o several
