package conformance;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.File;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.logging.LogManager;
import org.verapdf.gf.foundry.VeraGreenfieldFoundryProvider;
import org.verapdf.pdfa.Foundries;
import org.verapdf.pdfa.PDFAParser;
import org.verapdf.pdfa.PDFAValidator;
import org.verapdf.pdfa.results.TestAssertion;
import org.verapdf.pdfa.results.ValidationResult;

/** Says of each file, one JSON object a line, which rules of the part of PDF/A that it claims are broken. */
public final class Main {
  private static final ObjectMapper JSON = new ObjectMapper();

  private Main() {
  }

  public static void main(String[] arguments) throws Exception {
    LogManager.getLogManager().reset();
    VeraGreenfieldFoundryProvider.initialise();
    BufferedReader requests = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String line = requests.readLine(); line != null; line = requests.readLine()) {
      JsonNode request = JSON.readTree(line);
      System.out.println(JSON.writeValueAsString(judge(new File(request.get("path").asText()))));
    }
    System.exit(0);
  }

  private static Map<String, Object> judge(File file) {
    Set<String> broken = new LinkedHashSet<>();
    String part = "none";
    try (PDFAParser parser = Foundries.defaultInstance().createParser(file)) {
      part = parser.getFlavour().getId();
      PDFAValidator validator = Foundries.defaultInstance().createValidator(parser.getFlavour(), false);
      ValidationResult result = validator.validate(parser);
      for (TestAssertion assertion : result.getTestAssertions()) {
        if (assertion.getStatus() == TestAssertion.Status.FAILED) {
          broken.add(assertion.getRuleId().getClause() + ": " + assertion.getMessage());
        }
      }
    } catch (Exception problem) {
      broken.add(String.valueOf(problem));
    }
    return Map.of("part", part, "broken", broken);
  }
}
