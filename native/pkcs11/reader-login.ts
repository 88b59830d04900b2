import koffi from 'koffi';
import type { Handle } from './handle.ts';
import { ckrName } from './ckr-messages.ts';

/** Place of C_Login in CK_FUNCTION_LIST (PKCS#11 v2.40 section 5.2), counted in pointers after the version. */
const LOGIN_INDEX = 18;

/** C_Login with a PIN pointer of NULL: the PIN is typed on the reader. Rejects with an error that has `code`. */
export type ReaderLogin = (session: Handle, userType: number) => Promise<void>;

/**
 * Finds C_Login of the library at `path`, which the binding has loaded and initialised in this process: the same copy
 * is used, as the system's loader keeps one. The binding takes texts only and would hand an empty PIN to the token,
 * which may count it as a wrong one; NULL is what makes the reader ask (PKCS#11 v2.40 section 5.6.8). The call runs on
 * a thread of its own, so that the process stays responsive for as long as the person needs.
 */
export function findReaderLogin(path: string): ReaderLogin {
  const login: unknown = koffi.decode(loginPointer(path), koffi.proto('ulong', ['ulong', 'ulong', 'void *', 'ulong']));
  if (!isLoginFunction(login)) throw new Error('The function list of the module cannot be read.');
  return (session, userType) =>
    new Promise((resolve, reject) => {
      login.async(numberOf(session), userType, null, 0, (fault, returned) => {
        if (fault != null) reject(new Error('The module could not be called.'));
        else if (returned === 0) resolve();
        else reject(Object.assign(new Error(ckrName(Number(returned))), { code: Number(returned) }));
      });
    });
}

function loginPointer(path: string): unknown {
  const getFunctionList = koffi
    .load(path)
    .func('C_GetFunctionList', 'ulong', [koffi.out(koffi.pointer(koffi.pointer('void')))]) as (
    list: unknown[],
  ) => unknown;
  const list: unknown[] = [null];
  if (Number(getFunctionList(list)) !== 0) throw new Error('The module gives no function list.');
  return koffi.decode(list[0], firstPointerOffset() + LOGIN_INDEX * koffi.sizeof('void *'), 'void *');
}

/** CK_VERSION, two bytes, comes first; only on Windows are structures packed (PKCS#11 v2.40 section 2.1). */
function firstPointerOffset(): number {
  return process.platform === 'win32' ? 2 : koffi.sizeof('void *');
}

interface LoginFunction {
  async(
    session: number | bigint,
    userType: number,
    pin: null,
    length: number,
    done: (fault: unknown, returned: unknown) => void,
  ): void;
}

function isLoginFunction(value: unknown): value is LoginFunction {
  return typeof value === 'function' && 'async' in value;
}

/** CK_SESSION_HANDLE: a CK_ULONG in the byte order and size of this machine. */
function numberOf(handle: Handle): number | bigint {
  return handle.length === 8 ? handle.readBigUInt64LE(0) : handle.readUInt32LE(0);
}
