import { IterationBudget } from './iteration-budget.ts';

/** A password in the two forms that a PFX file uses: BMPString for the old key derivation, UTF-8 for PBKDF2. */
export interface Pkcs12Password {
  /** RFC 7292 B.1: UTF-16BE with two zero bytes at the end. */
  readonly bmp: Uint8Array;
  readonly utf8: Uint8Array;
  /** What is left for the file that is opened with it; all forms share it. */
  readonly iterations: IterationBudget;
}

/**
 * The forms of `password` to try, the usual first. An empty password has two old forms in the field: the terminator
 * alone, and nothing at all.
 */
export function passwordForms(password: string): readonly Pkcs12Password[] {
  const utf8 = Buffer.from(password, 'utf8');
  const bmp = Buffer.alloc(2 * password.length + 2);
  for (let index = 0; index < password.length; index++) bmp.writeUInt16BE(password.charCodeAt(index), 2 * index);
  const iterations = new IterationBudget();
  const usual = { bmp, utf8, iterations };
  return password === '' ? [usual, { bmp: new Uint8Array(0), utf8, iterations }] : [usual];
}
