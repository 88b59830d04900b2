import { describe, expect, it } from 'vitest';
import { loadConfiguration, type Configuration } from './configuration.ts';
import { firstWords } from './first-words.ts';

const words = (...argv: readonly string[]): string => {
  const configuration: Configuration = loadConfiguration({ argv: ['--Data:Directory=/srv/station', ...argv], env: {} });
  return firstWords('http://127.0.0.1:5080', configuration).join('\n');
};
const PFX = '--Signing:Pfx:Path=/srv/key.p12';

describe('what a station says when it has started', () => {
  it('is where it is, and how a first document is signed', () => {
    expect(words(PFX)).toMatch(/^Signing Station is at http:..127.0.0.1:5080.\n/);
    expect(words(PFX)).toContain('-F signingProvider=Pfx http://127.0.0.1:5080/api/v1/signatures');
    expect(words()).toContain('Nothing can sign yet');
  });

  it('does not ask for keys where there is nobody to hold them', () => {
    const said = words('--Roles=api,publisher');
    expect(said).toContain('It holds no keys: what it accepts is signed by other stations');
    expect(said).not.toContain('Nothing can sign yet');
  });

  it('is where it shows how it is, where it takes no requests', () => {
    const said = words('--Roles=worker,token-host', PFX);
    expect(said).toContain('(worker, token-host) shows its health at http://127.0.0.1:5080/health');
    expect(said).not.toContain('/api/v1');
  });
});
