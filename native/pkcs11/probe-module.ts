import pkcs11js from 'pkcs11js';
import type { DiagnosedCertificate, DiagnosedSlot, DiagnosedToken } from '../../service/contract/http/diagnosis.ts';
import type { ModuleProbe } from '../../service/providers/token-host/doctor-protocol.ts';
import { readCertificateFacts } from '../host/certificate-facts.ts';
import { diagnosedCertificate } from '../host/diagnosed-certificate.ts';
import { CKR, ckrName, ckrOf } from './ckr-messages.ts';
import { findPublicKey, matchPrivateKey, maySign } from './key-matching.ts';
import { inspectModuleFile } from './module-file.ts';
import type { Handle } from './handle.ts';
import { slotNumber, unpadded, type Cryptoki } from './pkcs11-module.ts';
import { mechanismName } from './sign-plan.ts';
import { readTokenObjects } from './token-objects.ts';
import { tokenFlagNames } from './token-flags.ts';

/** A broken module must not make an endless report. */
const MAX_SLOTS = 64;
const MAX_CERTIFICATES = 128;
const MAX_MECHANISMS = 512;
const MAX_TEXT = 500;

const CKF_HW_SLOT = 0x4;
const CKF_TOKEN_PRESENT = 0x1;

type Stage = (call: string) => Promise<void>;

/** What a module shows to anyone: a module that was loaded for this alone, in a process of its own. */
export interface ProbedModule {
  readonly probe: ModuleProbe;
  /** Gives the module the chance to let go of its devices. May never return. */
  finalize(): void;
}

/**
 * Loads the module at `path` and reads library, slots, tokens and public certificates. Never logs in. `stage` is told
 * of each call before it is made, as the module may crash or never return.
 */
export async function probeModule(path: string, stage: Stage): Promise<ProbedModule> {
  const file = inspectModuleFile(path, process.arch);
  if (file.outcome !== 'ready') return { probe: failed(file.outcome, null), finalize: () => undefined };
  const cryptoki = new pkcs11js.PKCS11();
  await stage('load');
  try {
    cryptoki.load(path);
  } catch (error) {
    return { probe: failed(loadFailure(error), listRefusal(error) ?? nameOf(error)), finalize: () => undefined };
  }
  await stage('C_Initialize');
  const refusal = initialize(cryptoki);
  if (refusal !== null) return { probe: failed('initialize-failed', refusal), finalize: () => undefined };
  const finalize = (): void => {
    try {
      cryptoki.C_Finalize();
    } catch {
      // The process ends anyway.
    }
  };
  try {
    const library = await describeLibrary(cryptoki, stage);
    await stage('C_GetSlotList');
    const slots: DiagnosedSlot[] = [];
    for (const slot of cryptoki.C_GetSlotList(false).slice(0, MAX_SLOTS)) {
      slots.push(await describeSlot(cryptoki, slot, stage));
    }
    return { probe: { outcome: 'ready', detail: null, library, slots, unmetNeeds: [], isInLockout: false }, finalize };
  } catch (error) {
    return { probe: failed('slot-list-failed', nameOf(error)), finalize };
  }
}

function failed(outcome: ModuleProbe['outcome'], detail: string | null): ModuleProbe {
  return { outcome, detail, library: null, slots: [], unmetNeeds: [], isInLockout: false };
}

/** The loader throws its own text for a library that lacks the one function every module has. */
function loadFailure(error: unknown): ModuleProbe['outcome'] {
  if (listRefusal(error) !== undefined) return 'initialize-failed';
  const text = error instanceof Error ? error.message : '';
  // Windows says "procedure not found" (127) for a missing function and "module not found" (126) for a missing library.
  return /C_GetFunctionList|procedure could not be found|\b127\b/.test(text) ? 'no-function-list' : 'load-failed';
}

/** The return value of C_GetFunctionList, which the binding calls when it loads and tells of as `NAME:number` only. */
function listRefusal(error: unknown): string | undefined {
  return error instanceof Error ? /^(CKR_\w+):\d+$/.exec(error.message)?.[1] : undefined;
}

function initialize(cryptoki: Cryptoki): string | null {
  try {
    cryptoki.C_Initialize({ flags: pkcs11js.CKF_OS_LOCKING_OK });
    return null;
  } catch (error) {
    if (ckrOf(error) === CKR.CRYPTOKI_ALREADY_INITIALIZED) return null;
    if (ckrOf(error) !== CKR.CANT_LOCK) return nameOf(error);
  }
  try {
    cryptoki.C_Initialize();
    return null;
  } catch (error) {
    return nameOf(error);
  }
}

async function describeLibrary(cryptoki: Cryptoki, stage: Stage): Promise<ModuleProbe['library']> {
  await stage('C_GetInfo');
  try {
    const info = cryptoki.C_GetInfo();
    return {
      description: clip(info.libraryDescription),
      manufacturer: clip(info.manufacturerID),
      version: versionText(info.libraryVersion),
      cryptokiVersion: versionText(info.cryptokiVersion),
    };
  } catch {
    return null;
  }
}

async function describeSlot(cryptoki: Cryptoki, slot: Handle, stage: Stage): Promise<DiagnosedSlot> {
  await stage('C_GetSlotInfo');
  const none = { slotId: slotNumber(slot), description: '', isHardware: false, hasToken: false, token: null };
  try {
    const info = cryptoki.C_GetSlotInfo(slot);
    const isHardware = (info.flags & CKF_HW_SLOT) !== 0;
    const base = { ...none, description: clip(info.slotDescription), isHardware, tokenError: null };
    if ((info.flags & CKF_TOKEN_PRESENT) === 0) return base;
    await stage('C_GetTokenInfo');
    return { ...base, hasToken: true, ...(await tokenOrError(cryptoki, slot, stage)) };
  } catch (error) {
    return { ...none, tokenError: nameOf(error) };
  }
}

async function tokenOrError(
  cryptoki: Cryptoki,
  slot: Handle,
  stage: Stage,
): Promise<Pick<DiagnosedSlot, 'token' | 'tokenError'>> {
  try {
    return { token: await describeToken(cryptoki, slot, stage), tokenError: null };
  } catch (error) {
    return { token: null, tokenError: nameOf(error) };
  }
}

async function describeToken(cryptoki: Cryptoki, slot: Handle, stage: Stage): Promise<DiagnosedToken> {
  const info = cryptoki.C_GetTokenInfo(slot);
  const base = {
    label: clip(info.label),
    serial: clip(info.serialNumber),
    manufacturer: clip(info.manufacturerID),
    model: clip(info.model),
    flags: tokenFlagNames(info.flags),
    minPinLength: small(info.minPinLen),
    maxPinLength: small(info.maxPinLen),
  };
  await stage('C_GetMechanismList');
  const mechanisms = signingMechanisms(cryptoki, slot);
  await stage('C_OpenSession');
  try {
    const session = cryptoki.C_OpenSession(slot, pkcs11js.CKF_SERIAL_SESSION);
    await stage('C_FindObjects');
    const unread: string[] = [];
    const certificates = readCertificates(cryptoki, session, unread);
    cryptoki.C_CloseSession(session);
    const unreadCertificates = unread.map(clip);
    return { ...base, mechanisms, certificates, unreadCertificates, sessionError: null };
  } catch (error) {
    return { ...base, mechanisms, certificates: [], unreadCertificates: [], sessionError: nameOf(error) };
  }
}

function signingMechanisms(cryptoki: Cryptoki, slot: Handle): string[] | null {
  try {
    const all = cryptoki.C_GetMechanismList(slot).slice(0, MAX_MECHANISMS);
    return all.flatMap((mechanism) => {
      const { flags } = cryptoki.C_GetMechanismInfo(slot, mechanism);
      return (flags & pkcs11js.CKF_SIGN) === 0 ? [] : [mechanismName(mechanism)];
    });
  } catch {
    return null;
  }
}

function readCertificates(cryptoki: Cryptoki, session: Handle, unread: string[]): DiagnosedCertificate[] {
  const objects = readTokenObjects(cryptoki, session);
  return objects.certificates.slice(0, MAX_CERTIFICATES).flatMap(({ id, der }) => {
    const facts = readCertificateFacts(Uint8Array.from(der), unread);
    if (facts === undefined) return [];
    const { publicKey } = facts;
    return diagnosedCertificate(facts, {
      keyPair: publicKey === undefined ? 'unknown' : findPublicKey(publicKey, id, objects),
      hasVisibleKey: publicKey !== undefined && 'key' in matchPrivateKey(publicKey, id, objects),
      keyMaySign: publicKey === undefined ? null : maySign(publicKey, id, objects),
    });
  });
}

/** The name of the return value, or the loader's own words. */
function nameOf(error: unknown): string {
  const code = ckrOf(error);
  return code === undefined ? textOf(error) : ckrName(code);
}

function textOf(error: unknown): string {
  return clip(error instanceof Error ? error.message : 'no reason given');
}

function versionText({ major, minor }: { readonly major: number; readonly minor: number }): string {
  return `${major}.${minor}`;
}

/** PIN lengths are CK_ULONG; CK_UNAVAILABLE_INFORMATION is the largest there is. */
function small(length: number): number {
  return Number.isSafeInteger(length) && length >= 0 && length < 0xffff ? length : 0;
}

function clip(text: string): string {
  return unpadded(text).toWellFormed().slice(0, MAX_TEXT);
}
