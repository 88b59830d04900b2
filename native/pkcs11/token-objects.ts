import pkcs11js from 'pkcs11js';
import { CKR, ckrOf } from './ckr-messages.ts';
import type { Handle } from './handle.ts';
import type { Cryptoki } from './pkcs11-module.ts';

/** CK_KEY_TYPE values we can sign with; others are listed as unusable. */
export const CKK = { RSA: 0x0, EC: 0x3, EC_EDWARDS: 0x40 } as const;

/** Objects of a token that signing needs, with the attributes that could be read. Byte strings are hex. */
export interface TokenObjects {
  readonly certificates: readonly { readonly id: string; readonly der: Uint8Array }[];
  readonly privateKeys: readonly PrivateKeyObject[];
  readonly publicKeys: readonly PublicKeyObject[];
}

export interface PrivateKeyObject {
  readonly handle: Handle;
  readonly id: string;
  readonly keyType: number;
  readonly maySign: boolean;
  readonly alwaysAuthenticate: boolean;
  /** RSA; null when the module does not show it. */
  readonly modulus: string | null;
}

export interface PublicKeyObject {
  readonly id: string;
  readonly keyType: number;
  readonly modulus: string | null;
  /** CKA_EC_POINT as it was given: a DER OCTET STRING, from some modules the bare point. */
  readonly ecPoint: string | null;
  /** CKA_VERIFY: a key pair that is made for signatures has it. */
  readonly mayVerify: boolean;
}

/** Far more than any token holds; a broken module must not keep us for ever. */
const MAX_OBJECTS = 4096;
const BATCH = 64;

/**
 * Reads what is visible in the present state of login. Errors are those of the binding; a device that fails is never a
 * token without certificates, and one that hides an object is no device that fails.
 */
export function readTokenObjects(cryptoki: Cryptoki, session: Handle): TokenObjects {
  const read = new AttributeReader(cryptoki, session);
  return {
    certificates: readCertificates(read, findObjects(cryptoki, session, pkcs11js.CKO_CERTIFICATE)),
    privateKeys: findObjects(cryptoki, session, pkcs11js.CKO_PRIVATE_KEY).map((handle) => ({
      handle,
      id: read.hex(handle, pkcs11js.CKA_ID) ?? '',
      keyType: read.number(handle, pkcs11js.CKA_KEY_TYPE),
      maySign: read.flag(handle, pkcs11js.CKA_SIGN, true),
      alwaysAuthenticate: read.flag(handle, pkcs11js.CKA_ALWAYS_AUTHENTICATE, false),
      modulus: read.hex(handle, pkcs11js.CKA_MODULUS),
    })),
    publicKeys: findObjects(cryptoki, session, pkcs11js.CKO_PUBLIC_KEY).map((handle) => ({
      id: read.hex(handle, pkcs11js.CKA_ID) ?? '',
      keyType: read.number(handle, pkcs11js.CKA_KEY_TYPE),
      modulus: read.hex(handle, pkcs11js.CKA_MODULUS),
      ecPoint: read.hex(handle, pkcs11js.CKA_EC_POINT),
      mayVerify: read.flag(handle, pkcs11js.CKA_VERIFY, true),
    })),
  };
}

function readCertificates(read: AttributeReader, handles: readonly Handle[]): TokenObjects['certificates'] {
  const certificates = handles.flatMap((handle) => {
    const der = read.bytes(handle, pkcs11js.CKA_VALUE);
    return der === null ? [] : [{ id: read.hex(handle, pkcs11js.CKA_ID) ?? '', der }];
  });
  if (certificates.length === 0 && read.fault !== undefined) throw read.fault;
  return certificates;
}

function findObjects(cryptoki: Cryptoki, session: Handle, objectClass: number): Handle[] {
  cryptoki.C_FindObjectsInit(session, [{ type: pkcs11js.CKA_CLASS, value: objectClass }]);
  try {
    const found: Handle[] = [];
    while (found.length < MAX_OBJECTS) {
      const batch = cryptoki.C_FindObjects(session, BATCH);
      if (batch.length === 0) break;
      found.push(...batch);
    }
    return found;
  } finally {
    cryptoki.C_FindObjectsFinal(session);
  }
}

/** Answers after which nothing else can be read. */
const GONE: readonly number[] = [
  CKR.DEVICE_REMOVED,
  CKR.SESSION_CLOSED,
  CKR.SESSION_HANDLE_INVALID,
  CKR.TOKEN_NOT_PRESENT,
  CKR.CRYPTOKI_NOT_INITIALIZED,
];
/**
 * Answers of a device that is in trouble. All others are of the object: many tokens hide even certificates before a
 * login (CKR_USER_NOT_LOGGED_IN), and a module may know too little of one (CKR_FUNCTION_NOT_SUPPORTED, codes of vendors).
 */
const OF_DEVICE: readonly number[] = [CKR.GENERAL_ERROR, CKR.FUNCTION_FAILED, CKR.DEVICE_ERROR, CKR.DEVICE_MEMORY];

/**
 * One attribute at a time: a template in which one attribute is missing fails as a whole. Modules give all kinds of errors
 * for attributes that they do not know, so that only what ends the session is thrown; the first fault of the device is kept.
 */
class AttributeReader {
  fault: Error | undefined;
  readonly #cryptoki: Cryptoki;
  readonly #session: Handle;

  constructor(cryptoki: Cryptoki, session: Handle) {
    this.#cryptoki = cryptoki;
    this.#session = session;
  }

  bytes(object: Handle, type: number): Buffer | null {
    try {
      const [attribute] = this.#cryptoki.C_GetAttributeValue(this.#session, object, [{ type }]);
      const value: unknown = attribute?.value;
      return Buffer.isBuffer(value) && value.length > 0 ? value : null;
    } catch (error) {
      const code = ckrOf(error);
      if (code !== undefined && GONE.includes(code)) throw error;
      if (error instanceof Error && code !== undefined && OF_DEVICE.includes(code)) this.fault ??= error;
      return null;
    }
  }

  hex(object: Handle, type: number): string | null {
    return this.bytes(object, type)?.toString('hex') ?? null;
  }

  number(object: Handle, type: number): number {
    const value = this.bytes(object, type);
    return value === null ? -1 : value.readUIntLE(0, Math.min(value.length, 6));
  }

  flag(object: Handle, type: number, otherwise: boolean): boolean {
    const value = this.bytes(object, type);
    return value === null ? otherwise : value[0] !== 0;
  }
}
