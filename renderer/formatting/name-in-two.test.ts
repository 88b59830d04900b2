import { describe, expect, it } from 'vitest';
import { nameInTwo } from './name-in-two.ts';

describe('a name in two parts', () => {
  it.each([
    ['Contract.pdf', ['Contract.pdf', '']],
    ['Lease contract, long street, door 12.pdf', ['Lease contract, long street, ', 'door 12.pdf']],
    ['scan_2026-11-27_0000000000000000012.pdf', ['scan_2026-11-27_00000', '00000000000012.pdf']],
    [`${'𝔘'.repeat(30)}.pdf`, ['𝔘'.repeat(16), `${'𝔘'.repeat(14)}.pdf`]],
  ])('%s', (name, parts) => {
    expect(nameInTwo(name)).toEqual(parts);
    expect(nameInTwo(name).join('')).toBe(name);
  });
});
