import type { Finding } from '../../contract/http/diagnosis.ts';
import type { PinOutlook } from '../token-host/doctor-protocol.ts';
import { finding, tokenName, type DiagnosisFacts, type ShownToken } from './facts.ts';

/** What a PIN that is stored looks like it should not, or cannot be for the token. */
export function unfitPin(
  { length, hasBlankAround, isWithMore }: PinOutlook,
  shown: ShownToken,
  { keeping }: DiagnosisFacts,
): Finding[] {
  const name = keeping.secret.name ?? '';
  const blanks = hasBlankAround
    ? [
        finding(
          'PIN_HAS_BLANKS',
          'warning',
          'The configured PIN begins or ends with a blank, a line end or a character that nobody sees, which counts as part of it.',
          `Write the secret ${name} anew without it, unless the PIN has it.`,
        ),
      ]
    : [];
  const around = isWithMore ? [...blanks, withMore(name)] : blanks;
  if (length === 'fits') return around;
  if (length === 'empty') {
    return [
      finding(
        'PIN_LENGTH_WRONG',
        'error',
        'The configured PIN is empty: its file or variable is there, and nothing is in it.',
        `Set the secret ${name} to the PIN of this token.`,
      ),
    ];
  }
  return [
    ...around,
    finding(
      'PIN_LENGTH_WRONG',
      'error',
      `The configured PIN is too ${length === 'too-short' ? 'short' : 'long'} for the token ${tokenName(shown)}.`,
      `Set the secret ${name} to the PIN of this token.`,
    ),
  ];
}

function withMore(secretName: string): Finding {
  return finding(
    'PIN_WITH_MORE',
    'warning',
    'The configured PIN has quotation marks around it, a name before it or a second line, which count as part of it.',
    `Write nothing but the PIN into the secret ${secretName}, unless the PIN has them.`,
  );
}
