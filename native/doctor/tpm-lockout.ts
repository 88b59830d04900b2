import path from 'node:path';
import type koffi from 'koffi';

/** TPM 2.0 Library, part 2: TPM_CAP_TPM_PROPERTIES, TPM_PT_PERMANENT, and the bit inLockout of TPMA_PERMANENT. */
const CAP_TPM_PROPERTIES = 6;
const PT_PERMANENT = 0x200;
const IN_LOCKOUT = 1 << 9;
const ESYS_TR_NONE = 0xfff;
/** TPMS_CAPABILITY_DATA with one property: capability, count, property, value. */
const [VALUE_OFFSET, DATA_WORDS] = [3, 4];

/** Whether this is the PKCS#11 module of a TPM. */
export function isModuleOfTpm(modulePath: string): boolean {
  return path.basename(modulePath).startsWith('libtpm2_pkcs11.');
}

/**
 * Whether the TPM behind its PKCS#11 module takes no PIN at present, as too many wrong ones were given to it: the module
 * sets no flag for it, and says so by refusing a login. Asked of the TPM itself, by the libraries that the module needs as
 * well and at the place that it would ask. False where the TPM does not tell.
 */
export async function isInLockout(environment: Readonly<Record<string, string | undefined>>): Promise<boolean> {
  try {
    const { default: ffi } = await import('koffi');
    return (permanentAttributes(ffi, environment['TPM2_PKCS11_TCTI'] ?? null) & IN_LOCKOUT) !== 0;
  } catch {
    return false;
  }
}

function permanentAttributes(ffi: typeof koffi, tcti: string | null): number {
  const loader = ffi.load('libtss2-tctildr.so.0');
  const tss = ffi.load('libtss2-esys.so.0');
  const [out, inout] = [ffi.out(ffi.pointer('void *')), ffi.inout(ffi.pointer('void *'))];
  const openTcti = loader.func('Tss2_TctiLdr_Initialize', 'uint32', ['const char *', out]);
  const closeTcti = loader.func('Tss2_TctiLdr_Finalize', 'void', [inout]);
  const open = tss.func('Esys_Initialize', 'uint32', [out, 'void *', 'void *']);
  const close = tss.func('Esys_Finalize', 'void', [inout]);
  const connection: unknown[] = [null];
  succeed(openTcti(tcti, connection));
  try {
    const context: unknown[] = [null];
    succeed(open(context, connection[0], null));
    try {
      return readProperty(ffi, tss, context[0]);
    } finally {
      close(context);
    }
  } finally {
    closeTcti(connection);
  }
}

function readProperty(ffi: typeof koffi, tss: ReturnType<typeof koffi.load>, context: unknown): number {
  const handles = ['uint32', 'uint32', 'uint32'];
  const parameters = ['void *', ...handles, 'uint32', 'uint32', 'uint32', 'void *', ffi.out(ffi.pointer('void *'))];
  const ask = tss.func('Esys_GetCapability', 'uint32', parameters);
  const free = tss.func('Esys_Free', 'void', ['void *']);
  const data: unknown[] = [null];
  const none = [ESYS_TR_NONE, ESYS_TR_NONE, ESYS_TR_NONE];
  succeed(ask(context, ...none, CAP_TPM_PROPERTIES, PT_PERMANENT, 1, null, data));
  try {
    const words = ffi.decode(data[0], ffi.array('uint32', DATA_WORDS)) as ArrayLike<number>;
    return words[VALUE_OFFSET - 1] === PT_PERMANENT ? (words[VALUE_OFFSET] ?? 0) : 0;
  } finally {
    free(data[0]);
  }
}

function succeed(code: unknown): void {
  if (code !== 0) throw new Error(`The TPM gave the code ${String(code)}.`);
}
