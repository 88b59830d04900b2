import { createSecureContext, getCACertificates, type SecureContext, type SecureContextOptions } from 'node:tls';
import { connectionReason } from './connection-reason.ts';

/** What HTTPS to a server of others ends in. */
export interface OutgoingTrust {
  /** PEM, each once. */
  readonly certificates: readonly string[];
  /** The runtime cannot read the system's certificates; only its own are there. */
  readonly isWithoutSystem: boolean;
}

/** Reads certificates in PEM of the runtime (`bundled`) or of the machine's own store (`system`). */
type ReadCertificates = (type: 'bundled' | 'system') => readonly string[];

/**
 * The well-known roots of the runtime and those that the machine's administrator has put into the system's store: a
 * company's proxy or authority is known there alone. Takes some hundred milliseconds at the first call of a process.
 */
export function readOutgoingTrust(read: ReadCertificates = getCACertificates): OutgoingTrust {
  try {
    return { certificates: [...new Set([...read('bundled'), ...read('system')])], isWithoutSystem: false };
  } catch {
    // A runtime with another TLS library (Electron's) may lack this; what it brings is always there.
    return { certificates: [...read('bundled')], isWithoutSystem: true };
  }
}

let known: OutgoingTrust | undefined;

function outgoingTrust(): OutgoingTrust {
  known ??= readOutgoingTrust();
  return known;
}

/**
 * For connections that are told no other roots; made once by each caller, since thousands of lines are read for it.
 * `identity`: certificate and key of the caller, in PEM.
 */
export function outgoingContext(identity: Pick<SecureContextOptions, 'cert' | 'key'> = {}): SecureContext {
  return createSecureContext({ ...identity, ca: [...outgoingTrust().certificates] });
}

/** The code of why a certificate and a key, PEM both, can be shown to no server; null where they can. */
export function faultOfIdentity(identity: Required<Pick<SecureContextOptions, 'cert' | 'key'>>): string | null {
  try {
    createSecureContext(identity);
    return null;
  } catch (fault) {
    return connectionReason(fault) ?? 'unknown fault';
  }
}

/** What belongs behind the reason of a failed HTTPS connection with `outgoingContext`; empty where nothing was missing. */
export function outgoingTrustNote(): string {
  return outgoingTrust().isWithoutSystem ? "; the system's own certificates cannot be read here" : '';
}
