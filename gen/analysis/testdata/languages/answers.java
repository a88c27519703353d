// Asks Lucene for the terms of the lines of *.txt: java -cp 'lucene-core.jar:lucene-analysis-common.jar' answers.java de es ..
// Standard tokenizer, lower case, the language's stop words, its Snowball stemmer; Chinese and Japanese: CJKAnalyzer without stop words.

import java.nio.file.*;
import java.util.*;
import org.apache.lucene.analysis.*;
import org.apache.lucene.analysis.cjk.CJKAnalyzer;
import org.apache.lucene.analysis.de.GermanAnalyzer;
import org.apache.lucene.analysis.es.SpanishAnalyzer;
import org.apache.lucene.analysis.fr.FrenchAnalyzer;
import org.apache.lucene.analysis.ru.RussianAnalyzer;
import org.apache.lucene.analysis.it.ItalianAnalyzer;
import org.apache.lucene.analysis.pt.PortugueseAnalyzer;
import org.apache.lucene.analysis.nl.DutchAnalyzer;
import org.apache.lucene.analysis.sv.SwedishAnalyzer;
import org.apache.lucene.analysis.fi.FinnishAnalyzer;
import org.apache.lucene.analysis.tr.TurkishAnalyzer;
import org.apache.lucene.analysis.tr.TurkishLowerCaseFilter;
import org.apache.lucene.analysis.hu.HungarianAnalyzer;
import org.apache.lucene.analysis.da.DanishAnalyzer;
import org.apache.lucene.analysis.no.NorwegianAnalyzer;
import org.apache.lucene.analysis.ro.RomanianAnalyzer;
import org.apache.lucene.analysis.snowball.SnowballFilter;
import org.apache.lucene.analysis.standard.StandardTokenizer;
import org.apache.lucene.analysis.tokenattributes.CharTermAttribute;

class Answers {
    static Analyzer snowball(String stemmer, CharArraySet stops) {
        return new Analyzer() {
            protected TokenStreamComponents createComponents(String field) {
                Tokenizer source = new StandardTokenizer();
                return new TokenStreamComponents(source, new SnowballFilter(new StopFilter(
                    stemmer.equals("Turkish") ? new TurkishLowerCaseFilter(source) : new LowerCaseFilter(source), stops), stemmer));
            }
        };
    }

    public static void main(String[] languages) throws Exception {
        Map<String, Analyzer> analyzers = new HashMap<>();
        analyzers.put("de", snowball("German", GermanAnalyzer.getDefaultStopSet()));
        analyzers.put("es", snowball("Spanish", SpanishAnalyzer.getDefaultStopSet()));
        analyzers.put("fr", snowball("French", FrenchAnalyzer.getDefaultStopSet()));
        analyzers.put("ru", snowball("Russian", RussianAnalyzer.getDefaultStopSet()));
        analyzers.put("it", snowball("Italian", ItalianAnalyzer.getDefaultStopSet()));
        analyzers.put("pt", snowball("Portuguese", PortugueseAnalyzer.getDefaultStopSet()));
        analyzers.put("nl", snowball("Dutch", DutchAnalyzer.getDefaultStopSet()));
        analyzers.put("sv", snowball("Swedish", SwedishAnalyzer.getDefaultStopSet()));
        analyzers.put("fi", snowball("Finnish", FinnishAnalyzer.getDefaultStopSet()));
        analyzers.put("tr", snowball("Turkish", TurkishAnalyzer.getDefaultStopSet()));
        analyzers.put("hu", snowball("Hungarian", HungarianAnalyzer.getDefaultStopSet()));
        analyzers.put("da", snowball("Danish", DanishAnalyzer.getDefaultStopSet()));
        analyzers.put("no", snowball("Norwegian", NorwegianAnalyzer.getDefaultStopSet()));
        analyzers.put("ro", snowball("Romanian", RomanianAnalyzer.getDefaultStopSet()));
        analyzers.put("zh", new CJKAnalyzer(CharArraySet.EMPTY_SET));
        analyzers.put("ja", new CJKAnalyzer(CharArraySet.EMPTY_SET));
        for (String language : languages) {
            List<String> out = new ArrayList<>();
            for (String line : Files.readAllLines(Path.of(language + ".txt"))) {
                List<String> terms = new ArrayList<>();
                try (TokenStream stream = analyzers.get(language).tokenStream("text", line)) {
                    CharTermAttribute term = stream.addAttribute(CharTermAttribute.class);
                    stream.reset();
                    while (stream.incrementToken()) terms.add(term.toString());
                    stream.end();
                }
                out.add(String.join(" ", terms));
            }
            Files.write(Path.of(language + ".terms"), out);
        }
    }
}
