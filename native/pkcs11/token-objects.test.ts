import pkcs11js from 'pkcs11js';
import { describe, expect, it } from 'vitest';
import { readTokenObjects } from './token-objects.ts';

const SESSION = Buffer.of(1);
const CERTIFICATE = Buffer.of(2);

const answer = (code: number): Error => Object.assign(new Error(`CKR 0x${code.toString(16)}`), { code });

/** A token with one certificate, before a login; what it answers to a question for an attribute. */
function read(answerTo: (type: number) => Buffer | Error) {
  let unread: Buffer[] = [];
  const cryptoki = Object.assign(new pkcs11js.PKCS11(), {
    C_FindObjectsInit: (_session: Buffer, [wanted]: readonly { value: number }[]) => {
      unread = wanted?.value === pkcs11js.CKO_CERTIFICATE ? [CERTIFICATE] : [];
    },
    C_FindObjects: () => unread.splice(0),
    C_FindObjectsFinal: () => undefined,
    C_GetAttributeValue: (_session: Buffer, _object: Buffer, [{ type }]: readonly [{ type: number }]) => {
      const given = answerTo(type);
      if (given instanceof Error) throw given;
      return [{ type, value: given }];
    },
  });
  return readTokenObjects(cryptoki, SESSION);
}

describe('objects of a token before a login', () => {
  it.each([
    ['CKR_ATTRIBUTE_SENSITIVE', 0x11],
    ['CKR_ATTRIBUTE_TYPE_INVALID', 0x12],
    ['CKR_ACTION_PROHIBITED', 0x1b],
    ['CKR_FUNCTION_CANCELED', 0x50],
    ['CKR_FUNCTION_NOT_SUPPORTED', 0x54],
    ['CKR_OBJECT_HANDLE_INVALID', 0x82],
    ['CKR_USER_NOT_LOGGED_IN', 0x101],
    ['CKR_BUFFER_TOO_SMALL', 0x150],
    ['CKR_INFORMATION_SENSITIVE', 0x170],
    ['a code of a vendor', 0x8000_0001],
  ])('a certificate that is kept back with %s counts as not shown', (_name, code) => {
    expect(read(() => answer(code))).toEqual({ certificates: [], privateKeys: [], publicKeys: [] });
  });

  it.each([
    ['CKR_GENERAL_ERROR', 0x5],
    ['CKR_FUNCTION_FAILED', 0x6],
    ['CKR_DEVICE_ERROR', 0x30],
    ['CKR_DEVICE_MEMORY', 0x31],
    ['CKR_DEVICE_REMOVED', 0x32],
    ['CKR_SESSION_CLOSED', 0xb0],
    ['CKR_SESSION_HANDLE_INVALID', 0xb3],
    ['CKR_TOKEN_NOT_PRESENT', 0xe0],
    ['CKR_CRYPTOKI_NOT_INITIALIZED', 0x190],
  ])('%s makes no token without certificates', (_name, code) => {
    expect(() => read(() => answer(code))).toThrow(expect.objectContaining({ code }) as Error);
  });

  it('a certificate whose other attributes fail is read all the same, unless the token is gone', () => {
    const der = Buffer.from('3000', 'hex');
    const failing = (code: number) => read((type) => (type === pkcs11js.CKA_VALUE ? der : answer(code)));
    expect(failing(0x30).certificates).toEqual([{ id: '', der }]);
    expect(() => failing(0xe0)).toThrow(expect.objectContaining({ code: 0xe0 }) as Error);
  });
});
