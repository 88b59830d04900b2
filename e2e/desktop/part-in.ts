/** Whether any 32 bytes in a row of one are in the other. */
export function isPartIn(secret: Buffer, crossed: Buffer): boolean {
  for (let at = 0; at + 32 <= secret.length; at++) if (crossed.includes(secret.subarray(at, at + 32))) return true;
  return false;
}
