import { expect, it } from 'vitest';
import type { DiagnosisFault } from '../../contract/vocabulary/diagnosis-faults.ts';
import { diagnose } from './diagnose.ts';
import type { DiagnosisFacts } from './facts.ts';
import {
  certificate,
  devices,
  flags,
  HEALTHY,
  module,
  needing,
  OUTLOOK,
  secret,
  TOKEN,
  token,
} from './sample-facts.suite.ts';

type Fault = readonly [what: string, facts: Partial<DiagnosisFacts>, code: DiagnosisFault, cause: RegExp, cure: RegExp];

/** Faults that were told wrongly or not at all: each one finding, its cause and what leads out of it. */
const FAULTS: readonly Fault[] = [
  [
    'a blank behind the path of the module',
    module({ path: '/lib/card.so ', outcome: 'missing' }),
    'MODULE_MISSING',
    /does not exist/,
    /Take away the blank/,
  ],
  [
    'a PIN in a file beside the folder of secrets',
    { keeping: { ...secret('missing').keeping, misplacedSecret: '/data/pin.txt' } },
    'SECRET_NOT_SET',
    /not configured/,
    /^Move the file \/data\/pin\.txt to \/data\/secrets\/SERVICE_SECRET_SIGNING_SMARTCARD_PIN:/,
  ],
  [
    'a PIN between quotation marks',
    { pinOutlooks: [{ ...OUTLOOK, isWithMore: true }] },
    'PIN_WITH_MORE',
    /quotation marks/,
    /nothing but the PIN into the secret Signing:SmartCard:Pin/,
  ],
  [
    'an empty PIN',
    { pinOutlooks: [{ ...OUTLOOK, length: 'empty' }] },
    'PIN_LENGTH_WRONG',
    /PIN is empty/,
    /^Set the secret Signing:SmartCard:Pin to the PIN/,
  ],
  [
    'a link to nothing in the place of the file with the PIN',
    { keeping: { ...secret('missing').keeping, danglingSecret: '../pin' } },
    'SECRET_NOT_SET',
    /SERVICE_SECRET_SIGNING_SMARTCARD_PIN with the PIN is a link to \/data\/pin, which does not exist/,
    /in the place of the link/,
  ],
  [
    'a service for cards that refuses this user',
    {
      ...module({ slots: [] }),
      ...devices({ smartCardService: { state: 'not-permitted', detail: 'It refuses.' }, readers: null }),
    },
    'SMART_CARD_SERVICE_REFUSED',
    /does not let the user/,
    /polkit/,
  ],
  [
    'a certificate for logins alone',
    certificate({ isForDocuments: false }),
    'CERTIFICATE_USAGE_FORBIDS_SIGNING',
    /other purposes than documents/,
    /Choose a certificate for signatures/,
  ],
  [
    'a key that may not sign',
    certificate({ keyMaySign: false }),
    'KEY_FORBIDS_SIGNING',
    /\(CKA_SIGN\)/,
    /a key that may sign/,
  ],
  [
    'settings of the module with a line that it does not know',
    needing('settings', '/etc/softhsm2.conf'),
    'MODULE_SETTINGS_MISSING',
    /a line that it does not understand/,
    /^Make or mend that file/,
  ],
  [
    'a link that leads to itself',
    module({ outcome: 'link-loop' }),
    'MODULE_MISSING',
    /leads back to itself/,
    /ModulePath/,
  ],
  [
    'a token that failed its own test',
    token({ flags: [...TOKEN.flags, 'ERROR_STATE'], sessionError: 'CKR_DEVICE_ERROR', certificates: [] }),
    'TOKEN_IN_ERROR_STATE',
    /failed its own test/,
    /restart the HSM/,
  ],
  [
    'a refused PIN that the token counted',
    { ...flags('USER_PIN_COUNT_LOW'), pinOutlooks: [{ ...OUTLOOK, latch: 'refused' }] },
    'PIN_LATCHED',
    /refused the configured PIN/,
    /to the right PIN, and permit one more try/,
  ],
  [
    'a TPM in its lockout that nobody has tried yet',
    module({ isInLockout: true }),
    'PIN_LOCKED',
    /TPM behind the token "Card".* takes no PIN/,
    /tpm2_dictionarylockout --clear-lockout\.$/,
  ],
  [
    'keys that no public key tells of before a login',
    certificate({ keyPair: 'unknown' }),
    'KEY_NOT_SHOWN',
    /nobody can see yet whether each certificate has one/,
    /list of certificates/,
  ],
];

it.each(FAULTS.map(([what, facts, code, cause, cure]) => ({ what, facts, code, cause, cure })))(
  'the doctor finds one thing: $what',
  ({ facts, code, cause, cure }) => {
    const { findings } = diagnose({ ...HEALTHY, ...facts });
    expect(findings.map((finding) => finding.code)).toEqual([code]);
    expect(findings[0]?.cause).toMatch(cause);
    expect(findings[0]?.cure).toMatch(cure);
  },
);

it('the doctor calls a certificate for logins a warning: it signs, and verifiers do not like it', () => {
  const { findings } = diagnose({ ...HEALTHY, ...certificate({ isForDocuments: false }) });
  expect(findings.map(({ severity }) => severity)).toEqual(['warning']);
});

it('the doctor offers no further try of a refused PIN where one more wrong one would lock the token', () => {
  const lastTry = flags('USER_PIN_FINAL_TRY', 'USER_PIN_COUNT_LOW');
  const { findings } = diagnose({ ...HEALTHY, ...lastTry, pinOutlooks: [{ ...OUTLOOK, latch: 'refused' }] });
  const latched = findings.find(({ code }) => code === 'PIN_LATCHED');
  expect(latched?.cure).toMatch(/^Set the secret \S+ to the right PIN\.$/);
  expect(latched?.oneMoreTry).toBeNull();
  expect(findings.map(({ code }) => code)).toContain('PIN_FINAL_TRY');
});
