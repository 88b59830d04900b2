import type { DiagnosedSlot, DiagnosedToken, Finding } from '../../contract/http/diagnosis.ts';
import {
  finding,
  isSameText,
  tokenName,
  tokensOf,
  type DiagnosisFacts,
  type DiagnosisView,
  type Rule,
  type ShownToken,
} from './facts.ts';

/** Which tokens there are, which one is meant, and whether it can be opened. */
export const TOKEN_RULES: readonly Rule[] = [unreadable, notFound, elsewhere, ambiguous, shownTwice, access];

function unreadable(_facts: DiagnosisFacts, view: DiagnosisView): Finding[] {
  const severity = view.wanted.length === 0 ? 'error' : 'warning';
  const slots = view.ours.flatMap((module) => module.slots.map((slot) => ({ module, slot })));
  return slots.flatMap(({ module, slot }) => {
    if (slot.tokenError === null) return [];
    return slot.tokenError === 'CKR_TOKEN_NOT_RECOGNIZED'
      ? finding(
          'TOKEN_NOT_RECOGNISED',
          severity,
          `The module ${module.path} does not know the card in ${slotName(slot)}.`,
          'Install the software of the issuer of the card, or turn the card round if it is in the wrong way.',
        )
      : finding(
          'TOKEN_UNREADABLE',
          severity,
          `The token in ${slotName(slot)} cannot be read (${slot.tokenError}).`,
          'Take it out, clean its contacts, insert it again, and try another reader.',
        );
  });
}

/** A module that tells nothing of a slot has no description of it either. */
function slotName({ description, slotId }: DiagnosedSlot): string {
  return description === '' ? `slot ${slotId}` : description;
}

/** Tokens are there and none of them is the configured one. */
function notFound(_facts: DiagnosisFacts, { tokenEntry: entry, wanted, ...view }: DiagnosisView): Finding[] {
  // What a module lacks is told; that it shows no token comes of it.
  const shown = view.shown.filter(({ module }) => module.unmetNeeds.length === 0);
  if (entry === null || wanted.length > 0 || shown.length === 0) return [];
  const initialised = shown.filter(({ token }) => token.flags.includes('TOKEN_INITIALIZED'));
  if (initialised.length === 0 && entry.slotId === null) {
    return [
      finding(
        'TOKEN_NOT_INITIALISED',
        'error',
        'The only token there is has not been initialised.',
        'Set it up with the software of the token: give it a label, a PIN, a key and a certificate.',
      ),
    ];
  }
  const { tokenLabel, serial, slotId } = entry;
  const texts = (value: (token: ShownToken) => string): string =>
    initialised.map((each) => `"${value(each)}"`).join(', ');
  const labels = texts(({ token }) => token.label);
  const serials = texts(({ token }) => token.serial);
  if (tokenLabel !== null && !initialised.some(({ token }) => isSameText(token.label, tokenLabel))) {
    return [
      finding(
        'TOKEN_LABEL_UNKNOWN',
        'error',
        `No token has the configured label "${tokenLabel}".`,
        `Insert that token, or set TokenLabel to one of those that are there: ${labels}.`,
      ),
    ];
  }
  if (serial !== null && !initialised.some(({ token }) => token.serial.toUpperCase() === serial.trim().toUpperCase())) {
    return [
      finding(
        'TOKEN_SERIAL_UNKNOWN',
        'error',
        `No token has the configured serial number "${serial}".`,
        `Insert that token, or set TokenSerial to one of those that are there: ${serials}.`,
      ),
    ];
  }
  return [slotUnknown(slotId, shown)];
}

function slotUnknown(slotId: number | null, shown: readonly ShownToken[]): Finding {
  const slots = shown.map((each) => `${each.slot.slotId} (${tokenName(each)})`).join(', ');
  return finding(
    'SLOT_UNKNOWN',
    'error',
    slotId === null
      ? 'No single token has both the configured label and the configured serial number.'
      : `There is no such token in the configured slot ${slotId}.`,
    slotId === null
      ? `Set TokenLabel and TokenSerial to those of one token; in the slots are now: ${slots}.`
      : `Set SlotId to a slot that has the token, now ${slots}, or leave it out and set TokenSerial, as slot numbers change.`,
  );
}

/** The configured module shows nothing that fits, and another one does. */
function elsewhere(facts: DiagnosisFacts, { ours, wanted }: DiagnosisView): Finding[] {
  if (facts.middleware !== 'configured' || wanted.length > 0) return [];
  const others = facts.modules
    .filter((module) => !ours.includes(module))
    .flatMap(tokensOf)
    .filter(({ token }) => token.flags.includes('TOKEN_INITIALIZED'));
  return others.map((each) =>
    finding(
      'TOKEN_IN_OTHER_MODULE',
      'warning',
      `The token ${tokenName(each)} shows through the module ${each.module.path}, which is not the configured one.`,
      'Set the ModulePath of the provider to that module if this is the token you mean.',
    ),
  );
}

function ambiguous(_facts: DiagnosisFacts, { tokenEntry, wanted }: DiagnosisView): Finding[] {
  if (tokenEntry === null || wanted.length < 2 || tokenEntry.preferFirstSlotWhenAmbiguous) return [];
  return [
    finding(
      'TOKEN_AMBIGUOUS',
      'error',
      `There are ${wanted.length} tokens that fit the settings of the provider: ${wanted.map(tokenName).join('; ')}.`,
      'Set TokenSerial to the serial number of the one you mean, or remove the others.',
    ),
  ];
}

function shownTwice(_facts: DiagnosisFacts, { tokens }: DiagnosisView): Finding[] {
  return tokens
    .filter(({ modules }) => modules.length > 1)
    .map(({ label, modules }) =>
      finding(
        'TOKEN_IN_SEVERAL_MODULES',
        'info',
        `The token "${label}" shows through several modules: ${modules.join(', ')}.`,
        'Nothing needs to be done: it is listed once.',
      ),
    );
}

function access({ devices }: DiagnosisFacts, { wanted }: DiagnosisView): Finding[] {
  const exclusive = (devices.readers ?? []).filter(({ isExclusive }) => isExclusive);
  return [
    ...exclusive.map(({ name }) => inExclusiveUse(`the card in the reader ${name}`)),
    ...wanted.flatMap((each) => [...stateFindings(each), ...writeProtection(each)]),
  ];
}

/** 0xB2 is CKR_SESSION_EXCLUSIVE_EXISTS of versions before 2.0, which some drivers still give. */
const EXCLUSIVE = ['CKR 0xb2', 'CKR_SESSION_EXISTS', 'CKR_SESSION_READ_WRITE_SO_EXISTS', 'CKR_TOKEN_RESOURCE_EXCEEDED'];

/** CKF_ERROR_STATE (PKCS#11 v3.0, table 7): what else goes wrong with it comes of that. */
function stateFindings(shown: ShownToken): Finding[] {
  if (!shown.token.flags.includes('ERROR_STATE')) return sessionFindings(shown);
  return [
    finding(
      'TOKEN_IN_ERROR_STATE',
      'error',
      `The token ${tokenName(shown)} says that it failed its own test, and signs nothing.`,
      'Take it out and insert it again, or restart the HSM; if it still says so, have its maker replace it.',
    ),
  ];
}

function sessionFindings(shown: ShownToken): Finding[] {
  const { sessionError } = shown.token;
  if (sessionError === null) return [];
  if (isUnprepared(shown.token)) return [notInitialised(shown.slot)];
  if (EXCLUSIVE.includes(sessionError)) return [inExclusiveUse(`the token ${tokenName(shown)}`, sessionError)];
  if (sessionError !== 'CKR_SESSION_COUNT') {
    return [
      finding(
        'TOKEN_UNREADABLE',
        'error',
        `The token ${tokenName(shown)} does not answer (${sessionError}).`,
        'Take it out, clean its contacts, insert it again, and try another reader or port.',
      ),
    ];
  }
  return [
    finding(
      'TOKEN_SESSIONS_EXHAUSTED',
      'warning',
      `The token ${tokenName(shown)} has no free session; other programs, or the running station, hold them all.`,
      'Close other programs that use the token, or lower MaxConcurrentSessions of the provider.',
    ),
  ];
}

/** Found by the number of its slot, as no label or serial number is on it yet. */
function isUnprepared({ flags, sessionError }: DiagnosedToken): boolean {
  return sessionError === 'CKR_TOKEN_NOT_RECOGNIZED' && !flags.includes('TOKEN_INITIALIZED');
}

function notInitialised({ slotId }: DiagnosedSlot): Finding {
  return finding(
    'TOKEN_NOT_INITIALISED',
    'error',
    `The token in the configured slot ${slotId} has not been initialised.`,
    'Set it up with the software of the token, or set SlotId to the slot of the one you mean.',
  );
}

function inExclusiveUse(what: string, error?: string): Finding {
  return finding(
    'TOKEN_IN_EXCLUSIVE_USE',
    'error',
    `Another program seems to keep ${what} to itself${error === undefined ? '' : ` (${error})`}.`,
    'Close browsers and other signing programs that use it, then try again.',
  );
}

function writeProtection(shown: ShownToken): Finding[] {
  if (!shown.token.flags.includes('WRITE_PROTECTED')) return [];
  return [
    finding(
      'TOKEN_WRITE_PROTECTED',
      'info',
      `The token ${tokenName(shown)} is write-protected, which does not matter for signing.`,
      'Nothing needs to be done.',
    ),
  ];
}
