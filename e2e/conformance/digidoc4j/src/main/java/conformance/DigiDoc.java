package conformance;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.List;
import org.digidoc4j.Configuration;
import org.digidoc4j.Container;
import org.digidoc4j.ContainerOpener;
import org.digidoc4j.DigestAlgorithm;
import org.digidoc4j.Signature;
import org.digidoc4j.SignatureBuilder;
import org.digidoc4j.SignatureProfile;
import org.digidoc4j.exceptions.DigiDoc4JException;
import org.digidoc4j.impl.asic.tsl.TSLCertificateSourceImpl;
import org.digidoc4j.signers.PKCS12SignatureToken;

/**
 * Opens, validates and signs containers with digidoc4j, the library of Estonia's programs: one JSON task per line on the
 * standard input, one JSON answer per line. Arguments: the folder with the certificates of authorities, a PKCS#12 file and its password.
 */
public final class DigiDoc {
  /** `output` is where the container is written with one more signature of level B; null: it is only validated. */
  record Task(String path, String output) {}

  record Finding(String profile, List<String> errors) {}

  record Answer(List<String> files, List<Finding> signatures, String problem) {}

  private final Configuration configuration;
  private final PKCS12SignatureToken token;

  private DigiDoc(Configuration configuration, PKCS12SignatureToken token) {
    this.configuration = configuration;
    this.token = token;
  }

  public static void main(String[] arguments) throws Exception {
    DigiDoc program =
        new DigiDoc(
            configurationWith(Path.of(arguments[0])),
            new PKCS12SignatureToken(arguments[1], arguments[2].toCharArray()));
    ObjectMapper json = new ObjectMapper();
    PrintStream output = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    BufferedReader input = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String line = input.readLine(); line != null; line = input.readLine()) {
      output.println(json.writeValueAsString(program.answer(json.readValue(line, Task.class))));
    }
  }

  /** No list is loaded and nothing fetched: the authorities in the folder are in force as if they were listed. */
  private static Configuration configurationWith(Path authorities) throws Exception {
    Configuration configuration = new Configuration(Configuration.Mode.TEST);
    TSLCertificateSourceImpl listed = new TSLCertificateSourceImpl();
    CertificateFactory factory = CertificateFactory.getInstance("X.509");
    try (var files = Files.list(authorities)) {
      for (Path file : files.toList()) {
        try (InputStream bytes = Files.newInputStream(file)) {
          listed.addTSLCertificate((X509Certificate) factory.generateCertificate(bytes));
        }
      }
    }
    configuration.setTSL(listed);
    return configuration;
  }

  private Answer answer(Task task) {
    try {
      Container container = ContainerOpener.open(task.path(), configuration);
      if (task.output() != null) {
        Signature signature =
            SignatureBuilder.aSignature(container)
                .withSignatureDigestAlgorithm(DigestAlgorithm.SHA256)
                .withSignatureProfile(SignatureProfile.B_BES)
                .withSignatureToken(token)
                .invokeSigning();
        container.addSignature(signature);
        container.saveAsFile(task.output());
      }
      List<String> files = container.getDataFiles().stream().map(file -> file.getName()).toList();
      return new Answer(files, container.getSignatures().stream().map(DigiDoc::finding).toList(), null);
    } catch (RuntimeException | LinkageError problem) {
      return new Answer(List.of(), List.of(), problem.getClass().getSimpleName() + ": " + problem.getMessage());
    }
  }

  /** Who signed is left out: of several certificates in a KeyInfo digidoc4j names any. */
  private static Finding finding(Signature signature) {
    return new Finding(signature.getProfile().name(), texts(signature.validateSignature().getErrors()));
  }

  private static List<String> texts(List<DigiDoc4JException> problems) {
    return problems.stream().map(Throwable::getMessage).toList();
  }
}
