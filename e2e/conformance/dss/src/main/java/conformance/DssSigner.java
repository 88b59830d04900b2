package conformance;

import eu.europa.esig.dss.enumerations.DigestAlgorithm;
import eu.europa.esig.dss.enumerations.SignatureAlgorithm;
import eu.europa.esig.dss.model.SignatureValue;
import eu.europa.esig.dss.model.ToBeSigned;
import eu.europa.esig.dss.model.x509.CertificateToken;
import eu.europa.esig.dss.signature.AbstractSignatureParameters;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.cert.X509Certificate;
import java.util.Arrays;
import java.util.Date;
import java.util.List;

/** An RSA key out of a PKCS#12 file with its certificates, with which DSS signs. */
final class DssSigner {
  private final PrivateKey key;
  private final List<CertificateToken> chain;

  DssSigner(Path keyFile, String password) throws Exception {
    KeyStore store = KeyStore.getInstance("PKCS12");
    try (InputStream file = Files.newInputStream(keyFile)) {
      store.load(file, password.toCharArray());
    }
    String alias = store.aliases().nextElement();
    key = (PrivateKey) store.getKey(alias, password.toCharArray());
    chain =
        Arrays.stream(store.getCertificateChain(alias))
            .map(certificate -> new CertificateToken((X509Certificate) certificate))
            .toList();
  }

  /** Who signs, when and by which digest. */
  <P extends AbstractSignatureParameters<?>> P complete(P parameters) {
    parameters.setDigestAlgorithm(DigestAlgorithm.SHA256);
    parameters.setSigningCertificate(chain.get(0));
    parameters.setCertificateChain(chain);
    parameters.bLevel().setSigningDate(new Date());
    return parameters;
  }

  SignatureValue sign(ToBeSigned data) throws Exception {
    Signature device = Signature.getInstance("SHA256withRSA");
    device.initSign(key);
    device.update(data.getBytes());
    return new SignatureValue(SignatureAlgorithm.RSA_SHA256, device.sign());
  }
}
