import type { Finding } from '../../contract/http/diagnosis.ts';
import { finding, type DiagnosisFacts, type Rule } from './facts.ts';

/** A key file: whether it is there, is one, and opens. */
export const KEY_FILE_RULES: readonly Rule[] = [keyFile];

function keyFile({ keeping }: DiagnosisFacts): Finding[] {
  if (keeping.keyFile === null) return [];
  const { path: file, state } = keeping.keyFile;
  switch (state) {
    case 'ready':
      return [];
    case 'missing':
      return [
        finding(
          'KEY_FILE_MISSING',
          'error',
          `The PFX file ${file} does not exist.`,
          'Put it there, or correct Signing:Pfx:Path.',
        ),
      ];
    case 'directory':
    case 'unreadable':
      return [
        finding(
          'KEY_FILE_UNREADABLE',
          'error',
          `The PFX file ${file} ${state === 'directory' ? 'is a folder' : 'cannot be read by the user that the station runs as'}.`,
          'Give the path of a PFX file that this user may read.',
        ),
      ];
    case 'not-pkcs12':
      return [
        finding(
          'KEY_FILE_NOT_PKCS12',
          'error',
          `The file ${file} is not a PFX (PKCS#12) file.`,
          'Export key and certificate together as PKCS#12 (.pfx or .p12); PEM files and bare certificates do not do.',
        ),
      ];
    case 'damaged':
      return [
        finding(
          'KEY_FILE_DAMAGED',
          'error',
          `The PFX file ${file} is damaged, or protected in a way that this station does not know.`,
          'Export key and certificate once more, with AES-256 where there is a choice.',
        ),
      ];
    case 'password-wrong':
      return [
        finding(
          'KEY_FILE_PASSWORD_WRONG',
          'error',
          `The PFX file ${file} does not open with the configured password.`,
          `Set the secret ${keeping.secret.name ?? ''} to the password that was given when the file was exported; blanks and capitals count.`,
        ),
      ];
  }
}
