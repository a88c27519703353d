# MatchZoo 2.
axiomine gen -c wikiqa --data "$WIKIQA" --judged-queries 10 --ratio 7:1 --output-format matchzoo -o matchzoo
