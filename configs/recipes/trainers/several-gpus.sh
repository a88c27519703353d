# Several GPUs: a reader is a worker of a rank. With fewer files than readers some of them have none, or all read
# everything and skip. --set readers is ranks times workers, and writes at least four files for each.
axiomine gen -c wikiqa --data "$WIKIQA" --judged-queries 10 --ratio 7:1 --output-format st-triplet --set readers=8 -o ranks
