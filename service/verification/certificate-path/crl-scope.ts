import type { Crl } from '../../codecs/crl/crl.ts';
import type { Certificate } from '../../codecs/x509/certificate.ts';
import {
  ALL_REASONS,
  type DistributionPoint,
  type DistributionPointName,
  type ReasonFlags,
} from '../../codecs/x509/distribution-point.ts';
import type { GeneralName } from '../../codecs/x509/general-name.ts';
import type { Name } from '../../codecs/x509/name.ts';
import { WORK, type WorkBudget } from '../work-budget.ts';

/** Names of those who may issue CRLs about the certificate: its issuer, and whom its distribution points name. */
export function crlIssuerKeys(certificate: Certificate): string[] {
  const named = (certificate.crlDistributionPoints ?? []).flatMap(({ crlIssuers }) => crlIssuers ?? []);
  return [...new Set([certificate.issuer.key, ...named.map(({ key }) => key)])];
}

/**
 * The reasons for revocation that a CRL speaks about for this certificate, by the certificate's distribution points and
 * the scope of the CRL (RFC 5280 6.3.3 b, d); none when it is not about the certificate. Each name that either of them
 * gives is charged. Throws Asn1Error, WorkExceededError.
 */
export function coveredReasons(crl: Crl, certificate: Certificate, budget: WorkBudget): ReasonFlags {
  const scope = crl.issuingDistributionPoint;
  const covered = new Set<number>();
  if (!isAboutThisKind(crl, certificate)) return covered;
  // After the points that are named, one for all that the issuer publishes (6.3.3, last paragraph).
  const implied: DistributionPoint = { name: issuerName(certificate), reasons: ALL_REASONS, crlIssuers: null };
  const points = [...(certificate.crlDistributionPoints ?? []), implied];
  budget.charge((namesIn(scope?.name ?? null) + points.reduce((sum, one) => sum + namesAt(one), 0)) * WORK.node);
  const crlNames = namesOfPoint(crl);
  for (const point of points) {
    if (!isByIssuerOf(crl, point, certificate) || !isAtPoint(crlNames, point, certificate)) continue;
    for (const reason of point.reasons) if (scope?.reasons.has(reason) ?? true) covered.add(reason);
  }
  return covered;
}

/** Null where the CRL names no point. */
function namesOfPoint({ issuer, issuingDistributionPoint }: Crl): ReadonlySet<string> | null {
  const name = issuingDistributionPoint?.name ?? null;
  return name === null ? null : new Set(keysOf(name, [issuer]));
}

function namesAt({ name, crlIssuers }: DistributionPoint): number {
  return namesIn(name) + (crlIssuers?.length ?? 0);
}

function namesIn(name: DistributionPointName | null): number {
  return name?.kind === 'fullName' ? name.names.length : 1;
}

function isAboutThisKind({ issuingDistributionPoint: scope }: Crl, certificate: Certificate): boolean {
  if (scope === null) return true;
  const isCa = certificate.basicConstraints?.isCa === true;
  if (scope.onlyContainsAttributeCerts) return false;
  return !(scope.onlyContainsUserCerts && isCa) && !(scope.onlyContainsCaCerts && !isCa);
}

/** 6.3.3 (b) 1. */
function isByIssuerOf(crl: Crl, { crlIssuers }: DistributionPoint, certificate: Certificate): boolean {
  if (crlIssuers === null) return crl.issuer.key === certificate.issuer.key;
  const isOwn = crl.issuer.key === certificate.issuer.key;
  const isIndirect = crl.issuingDistributionPoint?.isIndirect === true;
  return crlIssuers.some(({ key }) => key === crl.issuer.key) && (isOwn || isIndirect);
}

/** 6.3.3 (b) 2 (i). `crlNames`: see namesOfPoint. */
function isAtPoint(crlNames: ReadonlySet<string> | null, point: DistributionPoint, certificate: Certificate): boolean {
  if (crlNames === null) return true;
  const bases = point.crlIssuers ?? [certificate.issuer];
  const pointNames = point.name === null ? (point.crlIssuers ?? []).map(directoryKey) : keysOf(point.name, bases);
  return pointNames.some((key) => crlNames.has(key));
}

function issuerName({ issuer: name }: Certificate): DistributionPointName {
  return { kind: 'fullName', names: [{ kind: 'directoryName', name }] };
}

function keysOf(name: DistributionPointName, bases: readonly Name[]): string[] {
  if (name.kind === 'fullName') return name.names.map(generalNameKey);
  return bases.map((base) => `directoryName ${base.keyWith(name.rdn)}`);
}

function directoryKey(name: Name): string {
  return generalNameKey({ kind: 'directoryName', name });
}

function generalNameKey(name: GeneralName): string {
  switch (name.kind) {
    case 'directoryName':
      return `directoryName ${name.name.key}`;
    case 'iPAddress':
      return `iPAddress ${Buffer.from(name.bytes).toString('hex')}`;
    case 'other':
      return `other ${Buffer.from(name.der).toString('hex')}`;
    default:
      return `${name.kind} ${name.text}`;
  }
}
