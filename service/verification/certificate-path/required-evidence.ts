import type { Crl } from '../../codecs/crl/crl.ts';
import type { OcspResponse } from '../../codecs/ocsp/ocsp-response.ts';
import type { Certificate } from '../../codecs/x509/certificate.ts';
import { WorkBudget } from '../work-budget.ts';
import type { CheckTurns } from './check-turns.ts';
import {
  evidenceOf,
  NOTHING_NEWER,
  type EvidenceFor,
  type MissingRevocation,
  type RevokedCertificate,
} from './evidence-choice.ts';
import type { SignatureChecks } from './issued-by.ts';
import { PathBuilder, type CertificatePath } from './path-builder.ts';
import { validatePath } from './path-validator.ts';
import { nativeRuntime } from '../signature-arithmetic/crypto-runtime.ts';
import type { TrustStore } from './trust-store.ts';

export interface EvidenceSearch {
  /** End entities and whatever of their chains is known, in any order; not trusted. */
  readonly certificates: readonly Certificate[];
  readonly store: TrustStore;
  /** The time as of which the paths hold and nothing of them is revoked. */
  readonly at: Date;
  /** Revocation information that was made earlier does not count; null: it is enough that it was in force at that time. */
  readonly madeSince: Date | null;
  /** When it is asked: what was made later, by a clock that is ahead, does not count. */
  readonly now: Date;
  /** Given where others wait for this process. */
  readonly turns?: CheckTurns | undefined;
}

/** A certificate without a path to an anchor that holds, without revocation information that does, or revoked. */
export type MissingEvidence =
  | {
      readonly kind: 'path';
      /** The end of what could be followed: its issuer is not known, or its path breaks a rule. */
      readonly certificate: Certificate;
      readonly detail: string;
    }
  | MissingRevocation
  | RevokedCertificate;

export interface RequiredEvidence {
  /** The paths from the end entities to the anchors and the delegates that signed evidence, each once. */
  readonly certificates: readonly Certificate[];
  readonly crls: readonly Crl[];
  readonly ocspResponses: readonly OcspResponse[];
  /** Empty when what is above covers every certificate below its anchor. */
  readonly missing: readonly MissingEvidence[];
}

const MAX_PATHS = 20;

/** Whether more evidence would change nothing. */
export function isFinal(missing: MissingEvidence): boolean {
  return missing.kind === 'revoked' || (missing.kind === 'revocation' && missing.isFinal);
}

/**
 * Looks for what proves, as of a time, that the end entities among some certificates have paths to configured anchors
 * and that nothing below the anchors was revoked then: OCSP before CRLs, each by who may say so, in force at that time
 * or made after it. Delegates that sign evidence are covered too, unless id-pkix-ocsp-nocheck spares them. Never throws
 * for anything the certificates or the evidence contain, except WorkExceededError, and TurnOverError where there are turns.
 */
export function requiredEvidence(search: EvidenceSearch): RequiredEvidence {
  const found = endEntities(search.certificates).map((leaf) => evidenceForLeaf(leaf, search));
  return {
    certificates: distinct(found.flatMap(({ certificates }) => certificates)),
    crls: [...new Set(found.flatMap(({ crls }) => crls))],
    ocspResponses: [...new Set(found.flatMap(({ ocspResponses }) => ocspResponses))],
    missing: found.flatMap(({ missing }) => missing),
  };
}

/** Certificates that issued none of the others; all of them where every one did. */
function endEntities(certificates: readonly Certificate[]): readonly Certificate[] {
  const all = distinct(certificates);
  const leaves = all.filter(
    (certificate) => !all.some((other) => other !== certificate && other.issuer.key === certificate.subject.key),
  );
  return leaves.length === 0 ? all : leaves;
}

function evidenceForLeaf(leaf: Certificate, search: EvidenceSearch): RequiredEvidence {
  const { store, certificates: candidates, at, turns } = search;
  const budget = new WorkBudget(0);
  const checks = { runtime: nativeRuntime, budget, checkedSignatures: store.checkedSignatures, turns };
  const builder = new PathBuilder({ leaf, candidates, store, ...checks });
  let best: RequiredEvidence | null = null;
  let tried = 0;
  for (const path of builder.paths()) {
    const found = evidenceForPath(path, search, checks);
    if (best === null || found.missing.length < best.missing.length) best = found;
    if (best.missing.length === 0 || ++tried >= MAX_PATHS) break;
  }
  if (best !== null) return best;
  const certificate = builder.longestChain.at(-1) ?? leaf;
  const failure = builder.failures[0] ?? 'CERT_CHAIN_INCOMPLETE';
  const detail = `its path does not reach a configured trust anchor at ${at.toISOString()} (${failure})`;
  return { ...NOTHING, missing: [{ kind: 'path', certificate, detail }] };
}

const NOTHING = { certificates: [], crls: [], ocspResponses: [] };

function evidenceForPath(path: CertificatePath, search: EvidenceSearch, checks: SignatureChecks): RequiredEvidence {
  const { at } = search;
  const [fault] = validatePath(path, at, checks.budget);
  const faulty = fault === undefined ? undefined : path[fault.index];
  if (fault !== undefined && faulty !== undefined) {
    const detail = `its path is not good at ${at.toISOString()} (${fault.code})`;
    return { ...NOTHING, missing: [{ kind: 'path', certificate: faulty, detail }] };
  }
  const [leaf] = path;
  if (leaf !== undefined && path.length === 1) {
    const detail = 'it is a trust anchor itself, so that nobody can say that it is not revoked';
    const why = { detail, isFinal: true, ...NOTHING_NEWER };
    return { ...NOTHING, missing: [{ kind: 'revocation', certificate: leaf, authorities: [], ...why }] };
  }
  const parts: EvidenceFor[] = path
    .slice(0, -1)
    .map((certificate, index) =>
      evidenceOf({ certificate, authorities: path.slice(index + 1) }, { ...search, checks, depth: 0 }),
    );
  return {
    certificates: [...path, ...parts.flatMap(({ delegates }) => delegates)],
    crls: parts.flatMap(({ crls }) => crls),
    ocspResponses: parts.flatMap(({ ocspResponses }) => ocspResponses),
    missing: parts.flatMap(({ missing }) => missing),
  };
}

function distinct(certificates: readonly Certificate[]): Certificate[] {
  return [...new Map(certificates.map((certificate) => [certificate.sha256Thumbprint, certificate])).values()];
}
