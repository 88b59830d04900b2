package conformance;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

/**
 * Judges signed documents with EU DSS: one JSON request per line on the standard input, one JSON verdict per line on
 * the standard output, in the same order. Arguments: the folder of trust anchors and the folder of CRLs, both DER.
 */
public final class Main {
  /** `originals` are the signed files of a detached signature. */
  record Request(String id, String path, List<String> originals) {}

  /** What DSS says of one document; `problem` is set when it could not read it at all. */
  record Verdict(String id, Judge.Document document, String problem) {}

  private Main() {}

  public static void main(String[] arguments) throws Exception {
    ObjectMapper json = new ObjectMapper().disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES);
    PrintStream output = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    Judge judge = new Judge(Path.of(arguments[0]), Path.of(arguments[1]));
    BufferedReader input = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String line = input.readLine(); line != null; line = input.readLine()) {
      Request request = json.readValue(line, Request.class);
      output.println(json.writeValueAsString(verdictOf(judge, request)));
    }
  }

  private static Verdict verdictOf(Judge judge, Request request) {
    try {
      List<String> originals = request.originals() == null ? List.of() : request.originals();
      return new Verdict(request.id(), judge.document(request.path(), originals), null);
    } catch (RuntimeException | LinkageError problem) {
      return new Verdict(request.id(), null, problem.getClass().getSimpleName() + ": " + problem.getMessage());
    }
  }
}
