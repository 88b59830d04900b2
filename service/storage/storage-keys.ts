/** Storage keys of one request, specification section 2. Dates are UTC. */
export interface RequestKeys {
  readonly input: string;
  readonly signed: string;
  readonly appearance: string;
  /** Data objects beyond the first (ASiC_E), n from 2. */
  additionalInput(n: number): string;
  /** Where the output of one attempt lies until the completion of that attempt is committed. */
  stagedOutput(attempt: number): string;
}

export function requestKeys(tenantId: string, signatureId: string, createdAt: Date): RequestKeys {
  const day = createdAt.toISOString().slice(0, 10).replaceAll('-', '/');
  const folder = `tenants/${tenantId}/signatures/${day}/${signatureId}`;
  return {
    input: `${folder}/input.bin`,
    signed: `${folder}/signed.bin`,
    appearance: `${folder}/appearance.bin`,
    additionalInput: (n) => `${folder}/input-${n}.bin`,
    stagedOutput: (attempt) => `${folder}/signed-${attempt}.part`,
  };
}
