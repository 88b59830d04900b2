import type {
  DiagnosedModule,
  DiagnosedSlot,
  DiagnosedToken,
  Finding,
  FoundToken,
  LeftOutModule,
} from '../../contract/http/diagnosis.ts';
import type { DiagnosisFault } from '../../contract/vocabulary/diagnosis-faults.ts';
import type { Devices, Keeping, PinOutlook } from '../token-host/doctor-protocol.ts';
import type { ProviderEntry, TokenEntry } from '../token-host/protocol.ts';
import { asTokenEntry } from '../token-host/provider-entries.ts';

/**
 * How a provider gets its module. `detection-off`: it was to be detected, which is not done in Production. `none`:
 * neither a path nor detection is configured.
 */
export type MiddlewareChoice = 'configured' | 'detected' | 'detection-off' | 'none';

/** Everything that was gathered about one provider; the rules look at nothing else. */
export interface DiagnosisFacts {
  readonly entry: ProviderEntry;
  readonly middleware: MiddlewareChoice;
  readonly platform: string;
  /** As in `process.arch`. */
  readonly architecture: string;
  readonly now: Date;
  readonly allowExpiredCertificates: boolean;
  readonly modules: readonly DiagnosedModule[];
  readonly leftOut: readonly LeftOutModule[];
  readonly devices: Devices;
  readonly keeping: Keeping;
  readonly pinOutlooks: readonly PinOutlook[];
  /** A file of the PIN guard that cannot be read; null when there is none. */
  readonly damagedFile: string | null;
  /** Where the station looks for files with secrets. */
  readonly secretsDirectory: string;
}

/** A token in a slot of a module that the provider uses. */
export interface ShownToken {
  readonly module: DiagnosedModule;
  readonly slot: DiagnosedSlot;
  readonly token: DiagnosedToken;
}

/** What several rules need, worked out once. */
export interface DiagnosisView {
  /** Null for a key file. */
  readonly tokenEntry: TokenEntry | null;
  /** The modules that the provider would use. */
  readonly ours: readonly DiagnosedModule[];
  /** Tokens in them, of all kinds. */
  readonly shown: readonly ShownToken[];
  /** Tokens that the settings mean, each once. */
  readonly wanted: readonly ShownToken[];
  /** All tokens of all modules, each once. */
  readonly tokens: readonly FoundToken[];
}

/** One rule may find several things, or nothing. */
export type Rule = (facts: DiagnosisFacts, view: DiagnosisView) => readonly Finding[];

export function finding(
  code: DiagnosisFault,
  severity: Finding['severity'],
  cause: string,
  cure: string,
  oneMoreTry: Finding['oneMoreTry'] = null,
): Finding {
  return { code, severity, cause, cure, oneMoreTry };
}

export function viewOf(facts: DiagnosisFacts): DiagnosisView {
  const tokenEntry = asTokenEntry(facts.entry);
  const ours = facts.modules.filter((module) => isOurs(module, facts.middleware));
  const all = facts.modules.flatMap(tokensOf);
  const shown = all.filter(({ module }) => ours.includes(module));
  const fitting = tokenEntry === null ? [] : shown.filter((each) => isMeant(each, tokenEntry));
  const wanted = groupTokens(fitting).flatMap(([first]) => first ?? []);
  const tokens = groupTokens(all).map((group) => ({
    label: group[0]?.token.label ?? '',
    serial: group[0]?.token.serial ?? '',
    modules: [...new Set(group.map(({ module }) => module.path))],
    isWanted: group.some((each) => fitting.includes(each)),
  }));
  return { tokenEntry, ours, shown, wanted, tokens };
}

/** Whether detection would use the module: no clients of HSMs, and nothing that writes PINs to files. */
export function isDetectable({ kind }: Pick<DiagnosedModule, 'kind'>): boolean {
  return kind !== 'hsm' && kind !== 'debug';
}

function isOurs(module: DiagnosedModule, middleware: MiddlewareChoice): boolean {
  if (middleware === 'configured') return module.foundBy === 'configuration';
  return middleware === 'detected' && isDetectable(module);
}

export function tokensOf(module: DiagnosedModule): ShownToken[] {
  return module.slots.flatMap((slot) => (slot.token === null ? [] : [{ module, slot, token: slot.token }]));
}

/** As the token-host decides: by label, serial and slot as far as they are given; without a slot initialised ones only. */
function isMeant({ slot, token }: ShownToken, entry: TokenEntry): boolean {
  if (entry.tokenLabel !== null && !isSameText(token.label, entry.tokenLabel)) return false;
  if (entry.serial !== null && token.serial.toUpperCase() !== entry.serial.trim().toUpperCase()) return false;
  return entry.slotId === null ? token.flags.includes('TOKEN_INITIALIZED') : slot.slotId === entry.slotId;
}

/** Labels of tokens come in whatever form of Unicode their maker's tool wrote. */
export function isSameText(left: string, right: string): boolean {
  return left.trim().normalize('NFC') === right.trim().normalize('NFC');
}

/** The same token through several modules has the same serial number and a certificate in common, if it has any. */
function groupTokens(all: readonly ShownToken[]): ShownToken[][] {
  const groups: ShownToken[][] = [];
  for (const each of all) {
    const group = groups.find((members) => members.some((member) => isSameToken(member, each)));
    if (group === undefined) groups.push([each]);
    else group.push(each);
  }
  return groups;
}

function isSameToken(left: ShownToken, right: ShownToken): boolean {
  if (left.module.path === right.module.path) return false;
  const serial = left.token.serial.toUpperCase();
  if (serial === '' || serial !== right.token.serial.toUpperCase()) return false;
  const thumbprints = new Set(left.token.certificates.map((certificate) => certificate.sha256Thumbprint));
  const others = right.token.certificates;
  if (thumbprints.size === 0 || others.length === 0) return true;
  return others.some((certificate) => thumbprints.has(certificate.sha256Thumbprint));
}

export function tokenName({ token }: ShownToken): string {
  const serial = token.serial === '' ? '' : `, serial number ${token.serial}`;
  return `"${token.label}"${serial}`;
}
