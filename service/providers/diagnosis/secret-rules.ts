import path from 'node:path';
import type { Finding } from '../../contract/http/diagnosis.ts';
import { PROVIDER_KINDS, type ProviderKind, type ProviderType } from '../../contract/vocabulary/provider-types.ts';
import type { PinOutlook } from '../token-host/doctor-protocol.ts';
import { finding, tokenName, type DiagnosisFacts, type DiagnosisView, type Rule, type ShownToken } from './facts.ts';
import { isPinEntered } from '../token-host/provider-entries.ts';
import { unfitPin } from './stored-pin.ts';

/** PINs and passwords: whether there are any and whether the station may use them. */
export const SECRET_RULES: readonly Rule[] = [secret, eachPin, guardMemory, outlook];

/** What opens each kind of provider, and whether there may be none. */
const SECRETS = {
  'key-file': { what: 'password', mayBeUnnamed: true },
  token: { what: 'PIN', mayBeUnnamed: false },
} as const satisfies Readonly<Record<ProviderKind, unknown>>;

function secret({ entry, keeping, secretsDirectory }: DiagnosisFacts, view: DiagnosisView): Finding[] {
  const { name, state } = keeping.secret;
  const { what } = SECRETS[PROVIDER_KINDS[entry.type]];
  if (state === 'unreadable') {
    return [
      finding(
        'SECRET_UNREADABLE',
        'error',
        `The file with the ${what} (secret ${name ?? ''}) cannot be read or is no text.`,
        'Give the user that the station runs as the right to read it, and keep nothing but the secret in it.',
      ),
    ];
  }
  if (state === 'missing' && keeping.danglingSecret !== null) return [dangling(what, keeping, secretsDirectory)];
  if (state === 'present' || isPinEntered(entry) || isNoneNeeded(entry.type, state, view)) return [];
  return [
    finding(
      'SECRET_NOT_SET',
      'error',
      `The ${what} is not configured${name === null ? '' : ` (secret ${name})`}.`,
      name === null
        ? 'Set PinSecretName of the provider, and the secret of that name.'
        : keeping.misplacedSecret !== null
          ? `Move the file ${keeping.misplacedSecret} to ${path.join(secretsDirectory, variableName(name))}: only a file of that name is read.`
          : `Write it into the file ${path.join(secretsDirectory, variableName(name))}, which only the user that the station runs as may read, or set the variable ${variableName(name)} where the station is started.`,
    ),
  ];
}

function dangling(
  what: string,
  { secret: { name }, danglingSecret }: DiagnosisFacts['keeping'],
  secretsDirectory: string,
): Finding {
  const file = path.join(secretsDirectory, variableName(name ?? ''));
  return finding(
    'SECRET_NOT_SET',
    'error',
    `The file ${file} with the ${what} is a link to ${path.resolve(secretsDirectory, danglingSecret ?? '')}, which does not exist.`,
    'Put the secret there, or a file in the place of the link.',
  );
}

/** A PIN pad asks by itself, some tokens ask for nothing, and a PFX file may have no password. */
function isNoneNeeded(type: ProviderType, state: string, { wanted }: DiagnosisView): boolean {
  if (SECRETS[PROVIDER_KINDS[type]].mayBeUnnamed) return state === 'not-named';
  const has = (flag: string): readonly boolean[] => wanted.map(({ token }) => token.flags.includes(flag));
  return (
    has('PROTECTED_AUTHENTICATION_PATH').includes(true) || (wanted.length > 0 && !has('LOGIN_REQUIRED').includes(true))
  );
}

function variableName(name: string): string {
  return `SERVICE_SECRET_${name.toUpperCase().replaceAll(/[^A-Z0-9]/g, '_')}`;
}

function eachPin(facts: DiagnosisFacts, { wanted }: DiagnosisView): Finding[] {
  const { id, type } = facts.entry;
  return wanted.flatMap((shown) => {
    const isOwnDoing = isLatched(outlookOn(shown, facts));
    // The wrong PIN that the token counts is the one that the station does not try again: one cause, told once.
    const flagged = pinFlags(shown, permitFor(id)).filter(({ code }) => !(code === 'PIN_COUNT_LOW' && isOwnDoing));
    return [...flagged, ...readerWithKeys(shown, type)];
  });
}

function isLatched(found: PinOutlook | undefined): boolean {
  return found?.latch === 'refused' || found?.latch === 'broke-off';
}

/** Only a smart card provider has somebody at the desk. */
function readerWithKeys(shown: ShownToken, type: ProviderType): Finding[] {
  const { flags } = shown.token;
  if (!flags.includes('PROTECTED_AUTHENTICATION_PATH') || !flags.includes('LOGIN_REQUIRED')) return [];
  const name = tokenName(shown);
  return type === 'SmartCard'
    ? [
        finding(
          'PIN_PAD_NEEDED',
          'warning',
          `The PIN of the token ${name} is entered on its reader, so that nothing is signed unattended.`,
          'Be at the reader when its display asks, or use a reader without keys.',
        ),
      ]
    : [
        finding(
          'PIN_PAD_NEEDED',
          'error',
          `The PIN of the token ${name} is entered on its reader, which a provider that works unattended never asks.`,
          'Configure the token as the SmartCard provider, or use a reader without keys.',
        ),
      ];
}

const UNLOCK = 'the software of the token';

function permitFor(providerId: string): string {
  return `permit one more try with token unlock-guard --provider ${providerId}`;
}

/** What is known of the tries that are left; null where the station makes none whoever permits it. */
function triesOf({ token: { flags } }: ShownToken): Finding['oneMoreTry'] {
  if (['USER_PIN_LOCKED', 'USER_PIN_FINAL_TRY'].some((flag) => flags.includes(flag))) return null;
  return flags.includes('USER_PIN_COUNT_LOW') ? 'low' : 'unknown';
}

function pinFlags(shown: ShownToken, permit: string): Finding[] {
  const { flags } = shown.token;
  const name = tokenName(shown);
  if (!flags.includes('LOGIN_REQUIRED')) return [];
  const findings: Finding[] = [];
  const add = (...args: Parameters<typeof finding>): void => void findings.push(finding(...args));
  if (flags.includes('USER_PIN_LOCKED')) {
    add('PIN_LOCKED', 'error', `The PIN of the token ${name} is locked.`, `Unlock it with the PUK in ${UNLOCK}.`);
  } else if (flags.includes('USER_PIN_FINAL_TRY')) {
    add(
      'PIN_FINAL_TRY',
      'error',
      `One more wrong PIN locks the token ${name}, so that the station does not log in.`,
      `Log in once with the right PIN in ${UNLOCK}, which gives all tries back.`,
    );
  } else if (flags.includes('USER_PIN_COUNT_LOW')) {
    add(
      'PIN_COUNT_LOW',
      'error',
      `A wrong PIN was given to the token ${name}, so that the station does not log in.`,
      `Log in once with the right PIN in ${UNLOCK}, which gives all tries back, or make sure that the configured one is right, and ${permit}.`,
      'low',
    );
  }
  const isWithoutPin = !flags.includes('USER_PIN_INITIALIZED') && flags.includes('TOKEN_INITIALIZED');
  // A token that has no PIN yet may ask for a change as well, which nobody could make.
  if (flags.includes('USER_PIN_TO_BE_CHANGED') && !isWithoutPin) {
    add(
      'PIN_MUST_BE_CHANGED',
      'warning',
      `The token ${name} wants its PIN changed before it is used.`,
      `Change it with ${UNLOCK}, then set the new one as the secret of the provider.`,
    );
  }
  if (isWithoutPin) {
    add('PIN_NOT_INITIALISED', 'warning', `The token ${name} says that it has no PIN yet.`, `Set one with ${UNLOCK}.`);
  }
  return findings;
}

function guardMemory({ damagedFile }: DiagnosisFacts): Finding[] {
  if (damagedFile === null) return [];
  return [
    finding(
      'PIN_GUARD_DAMAGED',
      'error',
      `The file ${damagedFile}, in which the station remembers which PINs were refused, cannot be read, so that it tries none.`,
      'Make sure that the configured PIN is right, for instance with the software of the token, then remove the file.',
    ),
  ];
}

function outlookOn({ token }: ShownToken, { pinOutlooks }: DiagnosisFacts): PinOutlook | undefined {
  return pinOutlooks.find(({ serial, label }) => serial === token.serial && label === token.label);
}

function outlook(facts: DiagnosisFacts, { wanted }: DiagnosisView): Finding[] {
  return wanted.flatMap((shown) => {
    const found = outlookOn(shown, facts);
    const lockout = shown.module.isInLockout && found?.latch !== 'locked' ? [inLockout(shown)] : [];
    return found === undefined
      ? lockout
      : [...lockout, ...latched(found, shown, facts), ...unfitPin(found, shown, facts)];
  });
}

function latched({ latch }: PinOutlook, shown: ShownToken, { entry, keeping }: DiagnosisFacts): Finding[] {
  const name = tokenName(shown);
  const permit = permitFor(entry.id);
  const tries = triesOf(shown);
  // A changed PIN is tried by itself only where the token counts no wrong one.
  const secretName = keeping.secret.name ?? '';
  const changes = {
    unknown: `Set the secret ${secretName} to the right PIN, or ${permit}.`,
    low: `Set the secret ${secretName} to the right PIN, and ${permit}.`,
    // The last try is nobody's to permit; what gives the tries back another finding says.
    none: `Set the secret ${secretName} to the right PIN.`,
  };
  const change = changes[tries ?? 'none'];
  switch (latch) {
    case 'none':
      return [];
    case 'refused':
      return [
        finding(
          'PIN_LATCHED',
          'error',
          `The token ${name} refused the configured PIN before; it is not tried again.`,
          change,
          tries,
        ),
      ];
    case 'broke-off':
      return [
        finding(
          'PIN_LATCHED',
          'error',
          `Logins to the token ${name} broke off before they were answered; the PIN is not tried again.`,
          change,
          tries,
        ),
      ];
    case 'locked':
      return shown.token.flags.includes('USER_PIN_LOCKED') ? [] : [locked(shown, permit)];
    case 'others-refused':
      // Of what the token itself tells of wrong PINs another finding says more.
      return tries === 'unknown' ? [othersRefused(name, permit)] : [];
  }
}

const CLEAR_LOCKOUT =
  'Wait until the TPM gives tries back by itself, or clear its lock with tpm2_dictionarylockout --clear-lockout';

/** Seen before a login was refused for it. */
function inLockout(shown: ShownToken): Finding {
  return finding(
    'PIN_LOCKED',
    'error',
    `The TPM behind the token ${tokenName(shown)} takes no PIN at present: too many wrong ones were given to it.`,
    `${CLEAR_LOCKOUT}.`,
  );
}

/** The module of a TPM sets no flag: the lock showed when it answered a login. */
function locked(shown: ShownToken, permit: string): Finding {
  const isTpm = /tpm2?/i.test(`${shown.module.path} ${shown.token.manufacturer}`);
  const unlock = isTpm ? CLEAR_LOCKOUT : `Unlock it with the PUK in ${UNLOCK}`;
  return finding(
    'PIN_LOCKED',
    'error',
    `The token ${tokenName(shown)} said that its PIN is locked, whether the configured one is right or wrong.`,
    `${unlock}, then ${permit}.`,
    triesOf(shown),
  );
}

function othersRefused(name: string, permit: string): Finding {
  return finding(
    'PIN_COUNT_LOW',
    'error',
    `Two wrong PINs were given to the token ${name}, so that the station does not try the configured one by itself.`,
    `Make sure that it is right, and ${permit}.`,
    'low',
  );
}
