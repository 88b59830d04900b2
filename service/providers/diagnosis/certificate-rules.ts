import type { DiagnosedCertificate, Finding } from '../../contract/http/diagnosis.ts';
import { finding, tokenName, type DiagnosisFacts, type DiagnosisView, type Rule, type ShownToken } from './facts.ts';

/** What keeps the certificates of the meant tokens from signing, as far as it shows without a login, and those of a file. */
export const CERTIFICATE_RULES: readonly Rule[] = [ofWantedTokens, ofKeyFile];

function ofWantedTokens(facts: DiagnosisFacts, { wanted }: DiagnosisView): Finding[] {
  return wanted.flatMap((shown) => certificateFindings(shown, facts));
}

const SIGNING_USAGES = ['digitalSignature', 'nonRepudiation'];
const MECHANISMS = {
  rsa: /^CKM_(SHA\d+_)?RSA_PKCS/,
  'rsa-pss-only': /^CKM_(SHA\d+_)?RSA_PKCS_PSS$/,
  ec: /^CKM_ECDSA/,
  ed25519: /^CKM_EDDSA$/,
} as const;

/** What else is known of where certificates lie. */
interface Holder {
  readonly isFile: boolean;
  /** Null: not told; a file needs none. */
  readonly mechanisms: readonly string[] | null;
  /** Whether a private key would show if it were there. */
  readonly showsKeys: boolean;
}

function certificateFindings(shown: ShownToken, facts: DiagnosisFacts): Finding[] {
  const { token } = shown;
  if (token.sessionError !== null) return [];
  const own = token.certificates.filter(isMeantToSign);
  const unread = token.unreadCertificates.map((reason) => unreadable(reason, own.length === 0, UNREADABLE_ON_TOKEN));
  if (own.length === 0) return unread.length > 0 ? unread : [missing(shown)];
  const showsKeys = !token.flags.includes('LOGIN_REQUIRED') || token.certificates.some((each) => each.hasVisibleKey);
  const faults = faultsOf(own, { isFile: false, mechanisms: token.mechanisms, showsKeys }, facts);
  const isHidden = own.some((each) => each.keyPair === 'unknown' && each.keyKind !== null && !each.hasVisibleKey);
  return [...faults, ...unread, ...(isHidden && !showsKeys ? [notShown(shown)] : [])];
}

/** Certificates of issuers often lie beside the signer's own; one whose key is there signs, as those do that nobody else issued. */
function isMeantToSign({ isAuthority, hasVisibleKey, keyPair }: DiagnosedCertificate): boolean {
  return !isAuthority || hasVisibleKey || keyPair === 'same-id' || keyPair === 'other-id';
}

/** Nobody knows before a login whether a key lies beside the certificate, and the doctor makes none. */
function notShown(shown: ShownToken): Finding {
  return finding(
    'KEY_NOT_SHOWN',
    'info',
    `The token ${tokenName(shown)} shows no keys before a login, so that nobody can see yet whether each certificate has one.`,
    'Look at the list of certificates once the station is logged in: it says of each whether it can sign, and why not.',
  );
}

/** Issuers lie in the file as well; one whose key is there was meant to sign. */
function ofKeyFile(facts: DiagnosisFacts): Finding[] {
  const { contents, keyFile } = facts.keeping;
  if (contents === null || keyFile === null) return [];
  const own = contents.certificates.filter(({ isAuthority, hasVisibleKey }) => hasVisibleKey || !isAuthority);
  const unread = contents.unreadCertificates.map((reason) => unreadable(reason, own.length === 0, UNREADABLE_IN_FILE));
  if (own.length === 0) return unread.length > 0 ? unread : [missingInFile(keyFile.path)];
  return [...faultsOf(own, { isFile: true, mechanisms: null, showsKeys: true }, facts), ...unread];
}

function faultsOf(own: readonly DiagnosedCertificate[], holder: Holder, facts: DiagnosisFacts): Finding[] {
  const faults = own.map((certificate) => certificateFault(certificate, holder, facts));
  const severity = faults.some((fault) => fault === undefined || isHarmless(fault)) ? 'warning' : 'error';
  return faults.flatMap((fault) =>
    fault === undefined ? [] : [finding(fault[0], isHarmless(fault) ? 'warning' : severity, fault[1], fault[2])],
  );
}

const UNREADABLE_ON_TOKEN = 'Ask the issuer for a certificate that follows RFC 5280; the one on the token breaks it.';
const UNREADABLE_IN_FILE = 'Ask the issuer for a certificate that follows RFC 5280; the one in the file breaks it.';
const EXPORT_BOTH =
  'Export key and certificate together as PKCS#12 (.pfx or .p12); PEM files and bare certificates do not do.';

function missingInFile(file: string): Finding {
  return finding('CERTIFICATE_MISSING', 'error', `The PFX file ${file} holds no signing certificate.`, EXPORT_BOTH);
}

function unreadable(reason: string, isOnlyOne: boolean, cure: string): Finding {
  return finding('CERTIFICATE_UNREADABLE', isOnlyOne ? 'error' : 'warning', reason, cure);
}

/** It signs here, and elsewhere something is amiss. */
function isHarmless([, , , harmless]: Fault): boolean {
  return harmless !== undefined;
}

function missing(shown: ShownToken): Finding {
  const isHidden = shown.token.flags.includes('LOGIN_REQUIRED');
  return finding(
    'CERTIFICATE_MISSING',
    isHidden ? 'warning' : 'error',
    `The token ${tokenName(shown)} shows no signing certificate${isHidden ? ' before a login' : ''}.`,
    'Import the certificate that was issued for the key with the software of the token, unless it shows after a login.',
  );
}

type Fault = readonly [code: Finding['code'], cause: string, cure: string, isHarmless?: 'signs-here'];

/** The first reason why a certificate cannot sign; undefined when none is known. */
function certificateFault(
  certificate: DiagnosedCertificate,
  holder: Holder,
  { now, allowExpiredCertificates }: DiagnosisFacts,
): Fault | undefined {
  const { subject, keyUsage, notAfter, notBefore } = certificate;
  const name = `The certificate of ${subject === '' ? 'an unnamed holder' : subject}`;
  if (Date.parse(notBefore) > now.getTime()) {
    return [
      'CERTIFICATE_NOT_YET_VALID',
      `${name} is valid from ${notBefore} only.`,
      'Check the clock of this computer, or wait.',
    ];
  }
  if (Date.parse(notAfter) < now.getTime() && !allowExpiredCertificates) {
    return [
      'CERTIFICATE_EXPIRED',
      `${name} expired at ${notAfter}.`,
      'Have it renewed by its issuer, and check the clock.',
    ];
  }
  if (keyUsage !== null && !SIGNING_USAGES.some((usage) => keyUsage.includes(usage))) {
    return [
      'CERTIFICATE_USAGE_FORBIDS_SIGNING',
      `${name} may be used for ${keyUsage.join(', ')}, not for signatures.`,
      'Choose a certificate for signatures, or order one from the issuer.',
    ];
  }
  return keyFault(certificate, holder, name) ?? purposeFault(certificate, name);
}

/** Signatures come out, and verifiers do not call them valid. */
function purposeFault({ isForDocuments }: DiagnosedCertificate, name: string): Fault | undefined {
  if (isForDocuments) return undefined;
  return [
    'CERTIFICATE_USAGE_FORBIDS_SIGNING',
    `${name} was issued for other purposes than documents (extended key usage), so that its signatures are not called valid.`,
    'Choose a certificate for signatures, or order one from the issuer.',
    'signs-here',
  ];
}

function keyFault(certificate: DiagnosedCertificate, holder: Holder, name: string): Fault | undefined {
  const { keyKind, keyPair, hasVisibleKey, keyMaySign } = certificate;
  if (keyKind !== null && certificate.keyObstacle !== null) {
    return [
      'KEY_TOO_WEAK',
      `${name} cannot be used: ${withoutStop(certificate.keyObstacle)}.`,
      'Have a certificate issued for an RSA key of 2048 bits or more, or for a P-256 key.',
    ];
  }
  if (keyKind === null) {
    return [
      'KEY_KIND_UNSUPPORTED',
      `${name} has a kind of key or a curve that this station cannot sign with.`,
      'Have a certificate issued for an RSA key, a P-256, P-384 or P-521 key, or an Ed25519 key.',
    ];
  }
  if (holder.mechanisms !== null && !holder.mechanisms.some((mechanism) => MECHANISMS[keyKind].test(mechanism))) {
    return [
      'MECHANISM_MISSING',
      `${name} has a key of the kind ${keyKind}, for which the module offers no signature mechanism.`,
      "Update the software of the token, or try the module of the token's maker instead of a general one.",
    ];
  }
  if (keyMaySign === false) {
    return [
      'KEY_FORBIDS_SIGNING',
      `${name} has a key that the token does not let sign (CKA_SIGN).`,
      'Make or import a key that may sign with the software of the token, or choose another certificate on it.',
    ];
  }
  if ((holder.showsKeys && !hasVisibleKey) || keyPair === 'absent') return withoutKey(name, holder);
  if (keyPair === 'other-id') {
    return [
      'CERTIFICATE_ID_MISMATCH',
      `${name} has another id (CKA_ID) on the token than its key.`,
      'Give both the same id with the software of the token: this station finds the key all the same, other programs do not.',
      'signs-here',
    ];
  }
  return undefined;
}

function withoutKey(name: string, { isFile }: Holder): Fault {
  return isFile
    ? ['CERTIFICATE_WITHOUT_KEY', `${name} has no private key in the PFX file.`, EXPORT_BOTH]
    : [
        'CERTIFICATE_WITHOUT_KEY',
        `${name} has no private key on the token that could be found.`,
        'Import the certificate to the token on which its key was made, with the same id as the key.',
      ];
}

function withoutStop(text: string): string {
  return text.replace(/\.$/, '').replace(/^The/, 'the').replace(/; /, ', and ');
}
