# PyLate with the scores of a teacher for whole groups, here those of BM25; --scores RUN gives the scores of your teacher.
axiomine gen -c wikiqa --data "$WIKIQA" --judged-queries 10 --ratio 7:1 --output-format st-margin-ntuple --group-size 4 -o teacher
