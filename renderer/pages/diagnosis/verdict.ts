import { PROVIDER_KINDS } from '../../../service/contract/vocabulary/provider-types.ts';
import { wordsByKind } from './words-by-kind.ts';
import type { DiagnosedModule, DiagnosedToken, Diagnosis, Finding } from '../../../service/contract/http/diagnosis.ts';
import type { Tone } from '../../components/status-tones.ts';
import { laterText } from '../../messages/messages.ts';

const t = (): typeof laterText.diagnosis => laterText.diagnosis;

export interface Verdict {
  readonly tone: 'good' | 'warn' | 'bad';
  /** One plain sentence. */
  readonly title: string;
  readonly lead: string;
}

/** A warning about a driver that nobody named in the settings; MODULE_RECORDS_PINS is only said of one that is. */
function isOfOtherDriver({ code, severity }: Finding): boolean {
  return severity === 'warning' && code.startsWith('MODULE_') && code !== 'MODULE_RECORDS_PINS';
}

/** The fault in plain words. The driver of the provider is `the` driver, others are not. */
export function headlineOf(finding: Finding): string {
  const headline = laterText.diagnosisHeadlines[finding.code];
  return isOfOtherDriver(finding) ? t().ofOtherDriver(headline) : headline;
}

/**
 * What somebody should read, and what only matters to who looks after the computer: once the token of the provider
 * shows, drivers that it does not need may be as broken as they like.
 */
export function sortFindings({ findings, tokens }: Pick<Diagnosis, 'findings' | 'tokens'>): {
  readonly faults: readonly Finding[];
  readonly notes: readonly Finding[];
} {
  const hasToken = tokens.some(({ isWanted }) => isWanted);
  const isNote = (finding: Finding): boolean => finding.severity === 'info' || (hasToken && isOfOtherDriver(finding));
  return { faults: findings.filter((each) => !isNote(each)), notes: findings.filter(isNote) };
}

/** What a diagnosis comes to. Findings come worst first, so the first error is the one to name. */
export function verdictOf(diagnosis: Diagnosis): Verdict {
  const { displayName, providerType } = diagnosis;
  const [worst] = sortFindings(diagnosis).faults;
  if (worst?.severity === 'error') return { tone: 'bad', title: headlineOf(worst), lead: t().stopped(displayName) };
  const { fine, fineLead: lead } = wordsByKind(PROVIDER_KINDS[providerType]);
  if (worst?.severity === 'warning') return { tone: 'warn', title: t().warned, lead };
  return { tone: 'good', title: fine, lead };
}

export interface Flag {
  readonly tone: Tone;
  readonly label: string;
}

function pinFlag(has: (flag: string) => boolean): Flag {
  if (!has('LOGIN_REQUIRED')) return { tone: 'plain', label: t().flags.noLogin };
  if (has('USER_PIN_LOCKED')) return { tone: 'bad', label: t().flags.locked };
  if (has('USER_PIN_FINAL_TRY')) return { tone: 'bad', label: t().flags.finalTry };
  if (has('USER_PIN_COUNT_LOW')) return { tone: 'warn', label: t().flags.low };
  return { tone: 'good', label: t().flags.noneUsed };
}

/** The flags of CK_TOKEN_INFO that matter to somebody who wants to sign, in words, the weightiest first. */
export function flagsOf({ flags }: Pick<DiagnosedToken, 'flags'>): readonly Flag[] {
  const has = (flag: string): boolean => flags.includes(flag);
  if (!has('TOKEN_INITIALIZED')) return [{ tone: 'warn', label: t().flags.notSetUp }];
  const list: Flag[] = [pinFlag(has)];
  if (!has('USER_PIN_INITIALIZED')) list.push({ tone: 'warn', label: t().flags.noPin });
  if (has('USER_PIN_TO_BE_CHANGED')) list.push({ tone: 'warn', label: t().flags.mustChange });
  if (has('PROTECTED_AUTHENTICATION_PATH')) list.push({ tone: 'plain', label: t().flags.keypad });
  if (has('WRITE_PROTECTED')) list.push({ tone: 'plain', label: t().flags.readOnly });
  return list;
}

/** How bad it is that a module got no further: what nobody configured is not missed. */
export function moduleTone({ outcome, foundBy }: Pick<DiagnosedModule, 'outcome' | 'foundBy'>): Tone {
  if (outcome === 'ready') return 'good';
  if (outcome === 'not-tried') return 'plain';
  return foundBy === 'configuration' ? 'bad' : 'warn';
}

export interface SeenToken {
  readonly token: DiagnosedToken;
  readonly isWanted: boolean;
  readonly modules: readonly string[];
}

/** Every token once, with what the first module that shows it tells about it; those in use first. */
export function tokensOf({ tokens, modules }: Diagnosis): readonly SeenToken[] {
  const shown = modules.flatMap(({ path, slots }) =>
    slots.flatMap(({ token }) => (token === null ? [] : [{ path, token }])),
  );
  const seen = tokens.flatMap(({ label, serial, modules: paths, isWanted }) => {
    const found = shown.find(
      ({ path, token }) => paths.includes(path) && token.label === label && token.serial === serial,
    );
    return found === undefined ? [] : [{ token: found.token, isWanted, modules: paths }];
  });
  return seen.toSorted((left, right) => Number(right.isWanted) - Number(left.isWanted));
}
