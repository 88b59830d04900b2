import { Asn1Error } from '../../codecs/asn1/asn1-error.ts';
import type { Certificate } from '../../codecs/x509/certificate.ts';
import { readSignatureScheme } from '../../codecs/x509/signature-algorithm.ts';
import type { ReasonCode } from '../../contract/vocabulary/reason-codes.ts';
import type { WorkBudget } from '../work-budget.ts';
import { hasUnknownCriticalExtension } from './critical-extensions.ts';
import { NameConstraintState } from './name-constraints.ts';
import type { CertificatePath } from './path-builder.ts';
import { PolicyGraph } from './policy-graph.ts';
import { isWeakScheme, weaknessOfKey } from '../signature-arithmetic/strength.ts';

/** A fault and the certificate it was found in (index in the path, 0 being the leaf). */
export interface PathFault {
  readonly code: ReasonCode;
  readonly index: number;
}

/**
 * Path validation of RFC 5280 6.1 for a path whose signatures and name chaining the builder has checked: validity,
 * constraints, key usage of authorities, names, policies, critical extensions, and the strength of keys and hashes.
 * The anchor's own dates and key strength are checked too, which RFC 5280 leaves open. Throws WorkExceededError where
 * names and constraints are more than the document may cost.
 */
export function validatePath(path: CertificatePath, at: Date, budget: WorkBudget): PathFault[] {
  const faults: PathFault[] = path.flatMap((certificate, index) =>
    guarded(index, () => [
      ...judgeValidity(certificate, at),
      ...judgeNameForms(certificate),
      ...judgeStrength(certificate, index === path.length - 1),
    ]),
  );
  faults.push(...walkDown(path, budget));
  return faults;
}

/** What is found in one certificate of a path; a field that cannot be read is a fault of it, too. */
export function guarded(index: number, judge: () => ReasonCode[]): PathFault[] {
  try {
    return judge().map((code) => ({ code, index }));
  } catch (error) {
    if (error instanceof Asn1Error) return [{ code: 'CERT_MALFORMED', index }];
    throw error;
  }
}

/** `notBefore` and `notAfter` are both inside (RFC 5280 4.1.2.5). */
export function judgeValidity(certificate: Certificate, at: Date): ReasonCode[] {
  if (at < certificate.notBefore) return ['CERT_NOT_YET_VALID'];
  // notAfter has whole seconds and means all of that second.
  return Math.floor(at.getTime() / 1000) * 1000 > certificate.notAfter.getTime() ? ['CERT_EXPIRED'] : [];
}

/** Alternative names that cannot be read are said, also where no constraint asks for them. */
function judgeNameForms(certificate: Certificate): ReasonCode[] {
  return certificate.subjectAltName?.length === 0 ? ['CERT_MALFORMED'] : [];
}

function judgeStrength(certificate: Certificate, isAnchor: boolean): ReasonCode[] {
  if (weaknessOfKey(certificate.key) !== null) return ['CERT_ALGORITHM_WEAK'];
  // Nothing relies on the signature over an anchor.
  if (isAnchor) return [];
  const scheme = readSignatureScheme(certificate.signatureAlgorithm);
  if (scheme === null) return ['CERT_ALGORITHM_UNSUPPORTED'];
  return isWeakScheme(scheme) ? ['CERT_ALGORITHM_WEAK'] : [];
}

/** 6.1.3 to 6.1.5, from below the anchor to the leaf. */
function walkDown(path: CertificatePath, budget: WorkBudget): PathFault[] {
  const anchorIndex = path.length - 1;
  const names = new NameConstraintState(budget);
  const policies = new PolicyGraph(anchorIndex);
  const faults: PathFault[] = [];
  let pathLength = Infinity;
  const anchor = path[anchorIndex];
  if (anchor !== undefined && anchorIndex > 0) {
    // RFC 5937: constraints that an anchor's certificate carries hold for what is below it.
    faults.push(...guarded(anchorIndex, () => collectConstraints(anchor, names)));
    faults.push(...guarded(anchorIndex, () => (policies.begin(anchor), [])));
    faults.push(...guarded(anchorIndex, () => judgeAuthority(anchor, true)));
    faults.push(...guarded(anchorIndex, () => judgeCriticalExtensions(anchor)));
    pathLength = pathLengthOf(anchor);
  }
  for (let index = anchorIndex - 1; index >= 0; index--) {
    const certificate = path[index];
    if (certificate === undefined) continue;
    const isAuthority = index > 0;
    faults.push(
      ...guarded(index, () => [
        ...judgeNames(certificate, names, isAuthority),
        ...(policies.process(certificate, anchorIndex - index) ? [] : ['CERT_POLICY_INVALID' as const]),
        ...(isAuthority ? judgeAuthority(certificate, false) : []),
        ...judgeCriticalExtensions(certificate),
      ]),
    );
    if (!isAuthority) break;
    faults.push(...guarded(index, () => collectConstraints(certificate, names)));
    if (!certificate.isSelfIssued) {
      if (pathLength <= 0) faults.push({ code: 'CERT_PATH_LENGTH_EXCEEDED', index });
      pathLength--;
    }
    pathLength = Math.min(pathLength, pathLengthOf(certificate));
  }
  if (anchorIndex === 0 && anchor !== undefined) faults.push(...guarded(0, () => judgeCriticalExtensions(anchor)));
  return faults;
}

/** 6.1.3 (b), (c): self-issued certificates are exempt unless last. */
function judgeNames(certificate: Certificate, names: NameConstraintState, isAuthority: boolean): ReasonCode[] {
  if (isAuthority && certificate.isSelfIssued) return [];
  return names.allows(certificate) ? [] : ['CERT_NAME_CONSTRAINTS_VIOLATED'];
}

function collectConstraints(certificate: Certificate, names: NameConstraintState): ReasonCode[] {
  if (certificate.nameConstraints !== null) names.add(certificate.nameConstraints);
  return [];
}

function pathLengthOf(certificate: Certificate): number {
  try {
    return certificate.basicConstraints?.pathLength ?? Infinity;
  } catch (error) {
    if (error instanceof Asn1Error) return 0;
    throw error;
  }
}

/**
 * 6.1.4 (k), (n): an authority's certificate says so and may sign certificates. Anchors of before version 3 have no
 * extensions to say it with.
 */
function judgeAuthority(certificate: Certificate, isAnchor: boolean): ReasonCode[] {
  const isOldAnchor = isAnchor && certificate.version < 3;
  const isAuthority = isOldAnchor || certificate.basicConstraints?.isCa === true;
  const maySign = certificate.keyUsage === null || certificate.keyUsage.includes('keyCertSign');
  return [
    // 4.1.2.6: nothing chains by an empty name.
    ...(certificate.subject.isEmpty ? ['CERT_MALFORMED' as const] : []),
    ...(isAuthority ? [] : ['CERT_BASIC_CONSTRAINTS_INVALID' as const]),
    ...(maySign ? [] : ['CERT_KEY_USAGE_INVALID' as const]),
  ];
}

function judgeCriticalExtensions(certificate: Certificate): ReasonCode[] {
  return hasUnknownCriticalExtension(certificate) ? ['CERT_CRITICAL_EXTENSION_UNKNOWN'] : [];
}
