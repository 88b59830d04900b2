import type { Diagnosis, Finding } from '../../../service/contract/http/diagnosis.ts';
import { sortFindings } from '../diagnosis/verdict.ts';

/** What a signature with a token needs, in the order in which it is looked for. */
export const STEPS = ['reader', 'card', 'middleware', 'certificate'] as const;
export type StepName = (typeof STEPS)[number];

/** `open`: nothing can be said before an earlier step is done. */
export interface Step {
  readonly name: StepName;
  readonly state: 'good' | 'warn' | 'bad' | 'open';
  /** What is wrong in this step, worst first. */
  readonly findings: readonly Finding[];
}

const IN_READER: readonly string[] = ['SMART_CARD_SERVICE_NOT_RUNNING', 'SMART_CARD_SERVICE_REFUSED', 'NO_READER'];
const ABOUT_CARD = /^(READER_WITHOUT_CARD|SLOT_UNKNOWN|TOKEN_)/;
const ABOUT_MIDDLEWARE =
  /^(MIDDLEWARE_|MODULE_|AUTODETECT_|USB_TOKEN_WITHOUT_MIDDLEWARE|CARD_WITHOUT_MIDDLEWARE|TOKEN_NOT_RECOGNISED|TOKEN_IN_OTHER_MODULE)/;

/** In which step a finding has its place; PINs, keys and certificates come last. */
export function stepOf({ code }: Pick<Finding, 'code'>): StepName {
  if (IN_READER.includes(code)) return 'reader';
  if (ABOUT_MIDDLEWARE.test(code)) return 'middleware';
  return ABOUT_CARD.test(code) ? 'card' : 'certificate';
}

/** The steps of a diagnosis. A token that shows needs no reader that we see: some are software, some are their own reader. */
export function stepsOf(diagnosis: Diagnosis): readonly Step[] {
  const { tokens, modules, readers, usbDevices } = diagnosis;
  const { faults } = sortFindings(diagnosis);
  const hasToken = tokens.length > 0;
  const isThere: Readonly<Record<StepName, boolean>> = {
    reader: hasToken || (readers?.length ?? 0) > 0 || (usbDevices?.length ?? 0) > 0,
    card: hasToken || readers?.some(({ hasCard }) => hasCard) === true,
    middleware: modules.some(({ outcome }) => outcome === 'ready'),
    certificate: modules.some(({ slots }) => slots.some(({ token }) => holdsCertificate(token))),
  };
  let isBlocked = false;
  return STEPS.map((name) => {
    const findings = faults.filter((finding) => stepOf(finding) === name);
    const state = stateOf(isThere[name], findings, isBlocked);
    // Middleware can be looked at without a card, a certificate only with both.
    if (state === 'bad' && name !== 'reader') isBlocked = true;
    return { name, state, findings };
  });
}

function stateOf(isThere: boolean, findings: readonly Finding[], isBlocked: boolean): Step['state'] {
  if (findings.some(({ severity }) => severity === 'error')) return 'bad';
  if (!isThere) return isBlocked ? 'open' : 'bad';
  return findings.length > 0 ? 'warn' : 'good';
}

function holdsCertificate(token: Diagnosis['modules'][number]['slots'][number]['token']): boolean {
  return token?.certificates.some(({ isAuthority }) => !isAuthority) ?? false;
}

/** A module that could be named in the settings: one that works and shows a token, else one that works. */
export function moduleToName({ modules }: Pick<Diagnosis, 'modules'>): string | null {
  const ready = modules.filter(({ outcome }) => outcome === 'ready');
  const showing = ready.find(({ slots }) => slots.some(({ token }) => token !== null));
  return (showing ?? ready[0])?.path ?? null;
}
