const ROOT = 'tenants';
const SIGNED = 'signed.bin';

/** Storage keys of one request, specification section 2. Dates are UTC. */
export interface RequestKeys {
  readonly input: string;
  readonly signed: string;
  readonly appearance: string;
  /** Data objects beyond the first (ASiC_E), n from 2. */
  additionalInput(n: number): string;
  /** Where the output of one attempt lies until the completion of that attempt is committed. */
  stagedOutput(attempt: number): string;
  /** Where what a device has signed lies until it is of the level that was asked for. */
  stagedSignature(attempt: number): string;
  /** The same with its timestamp, while evidence is waited for. */
  stagedTimestamped(attempt: number): string;
}

/** Whether it is what an attempt has made, which some attempt may have left behind without completing. */
export function isStagedOutput(key: string): boolean {
  return /\/(signed|unfinished)-\d+(-T)?\.part$/.test(key);
}

/** Whether it is the output of a request, or what an attempt that never completed has left in its place. */
export function isOutput(key: string): boolean {
  return key.endsWith(`/${SIGNED}`);
}

/** Tenant and signature of a key that `requestKeys` has made; undefined for other keys. */
export function requestOfKey(key: string): { readonly tenantId: string; readonly signatureId: string } | undefined {
  const [, tenantId, , , , , signatureId, name] = key.split('/');
  return tenantId === undefined || signatureId === undefined || name === undefined
    ? undefined
    : { tenantId, signatureId };
}

/** Whether keys of requests made on `day` (UTC) or later can begin with `folder`. */
export function mayHoldRequestsSince(folder: string, day: Date): boolean {
  const [root, , , ...date] = folder.split('/');
  const begin = date.slice(0, 3).join('-');
  return root === ROOT && begin >= day.toISOString().slice(0, begin.length);
}

export function requestKeys(tenantId: string, signatureId: string, createdAt: Date): RequestKeys {
  const day = createdAt.toISOString().slice(0, 10).replaceAll('-', '/');
  const folder = `${ROOT}/${tenantId}/signatures/${day}/${signatureId}`;
  return {
    input: `${folder}/input.bin`,
    signed: `${folder}/${SIGNED}`,
    appearance: `${folder}/appearance.bin`,
    additionalInput: (n) => `${folder}/input-${n}.bin`,
    stagedSignature: (attempt) => `${folder}/unfinished-${attempt}.part`,
    stagedTimestamped: (attempt) => `${folder}/unfinished-${attempt}-T.part`,
    stagedOutput: (attempt) => `${folder}/signed-${attempt}.part`,
  };
}
