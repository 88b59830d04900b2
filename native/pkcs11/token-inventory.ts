import pkcs11js from 'pkcs11js';
import type { StationError } from '../../service/domain/station-error.ts';
import { findChain, readCertificateFacts, type CertificateFacts } from '../host/certificate-facts.ts';
import type { DeviceContents, DeviceIdentity } from '../host/key-device.ts';
import { algorithmsFor, type DeviceKeyKind } from '../host/signature-algorithms.ts';
import type { Handle } from './handle.ts';
import { isOwnAuthority, matchPrivateKey } from './key-matching.ts';
import type { Cryptoki } from './pkcs11-module.ts';
import { planSignature } from './sign-plan.ts';
import type { PrivateKeyObject, TokenObjects } from './token-objects.ts';

interface UsableKey {
  readonly object: PrivateKeyObject;
  readonly kind: DeviceKeyKind;
}

/** What a token shows: its certificates, and the keys that fit them. */
export interface Inventory extends DeviceContents {
  /** By SHA-256 thumbprint of the certificate. */
  readonly keys: ReadonlyMap<string, UsableKey>;
  /** Private objects show after a login only. */
  readonly isOfLogin: boolean;
  /** Why certificates that lie on the token are not among the identities. */
  readonly unread: readonly string[];
}

/** Both thumbprints, SHA-1 and SHA-256, of each certificate that it shows. */
export function thumbprintsOf({ identities }: Pick<Inventory, 'identities'>): string[] {
  return identities.flatMap(({ certificate }) => [certificate.summary.thumbprint, certificate.sha256Thumbprint]);
}

/** How the look at the token was logged in. */
interface LoginState {
  /** Why it is not; null: it is, or needs none. */
  readonly problem: StationError | null;
  readonly isLoggedIn: boolean;
  readonly isMissing: boolean;
}

/** The mechanisms of a slot that sign. Throws errors of the binding. */
export function signMechanisms(cryptoki: Cryptoki, slot: Handle): ReadonlySet<number> {
  const canSign = (mechanism: number): boolean => {
    try {
      return (cryptoki.C_GetMechanismInfo(slot, mechanism).flags & pkcs11js.CKF_SIGN) !== 0;
    } catch {
      return false;
    }
  };
  return new Set(cryptoki.C_GetMechanismList(slot).filter(canSign));
}

/** Puts certificates, keys and mechanisms of a token together. */
export function takeStock(objects: TokenObjects, mechanisms: ReadonlySet<number>, login: LoginState): Inventory {
  const unread: string[] = [];
  const certificates = objects.certificates.flatMap(({ id, der }) => {
    const facts = readCertificateFacts(Uint8Array.from(der), unread);
    return facts === undefined ? [] : [{ id, facts }];
  });
  const keys = new Map<string, UsableKey>();
  const everything = certificates.map(({ facts }) => facts);
  const identities = certificates.flatMap(({ id, facts }) => {
    const { usable, ...identity } = identify(facts, { id, objects, mechanisms, login });
    if (usable !== null) keys.set(facts.sha256Thumbprint, usable);
    const isOwn = usable !== null || (login.isMissing && isOwnAuthority(facts.publicKey, id, objects));
    return facts.isAuthority && !isOwn ? [] : [{ ...identity, chain: findChain(facts, everything) }];
  });
  return { identities, loginProblem: login.problem, keys, isOfLogin: login.isLoggedIn, unread };
}

interface Surroundings {
  readonly id: string;
  readonly objects: TokenObjects;
  readonly mechanisms: ReadonlySet<number>;
  readonly login: LoginState;
}

function identify(
  certificate: CertificateFacts,
  { id, objects, mechanisms, login }: Surroundings,
): Omit<DeviceIdentity, 'chain'> & { readonly usable: UsableKey | null } {
  const { publicKey, keyKind: kind, keyObstacle } = certificate;
  const unusable = (obstacle: string) => ({ certificate, algorithms: [], obstacle, isLocked: false, usable: null });
  if (publicKey === undefined || kind === null || keyObstacle !== null) {
    return unusable(keyObstacle ?? 'Keys of this kind cannot sign here.');
  }
  const algorithms = algorithmsFor(kind, (algorithm) => planSignature(algorithm, mechanisms) !== null);
  if (algorithms.length === 0) return unusable('The token offers no signature algorithm for this key.');
  const match = matchPrivateKey(publicKey, id, objects);
  if ('obstacle' in match) {
    // What is not shown before a login is not known to be missing.
    const isHidden = login.isMissing && objects.privateKeys.length === 0;
    if (!isHidden) return unusable(match.obstacle);
  }
  const usable = 'key' in match && login.problem === null ? { object: match.key, kind } : null;
  // Keys may show all the same: by the login of another provider, which is not this one's to use.
  return { certificate, algorithms, obstacle: null, isLocked: login.problem !== null, usable };
}
