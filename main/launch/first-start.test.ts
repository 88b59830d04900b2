import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { loadConfiguration, type Configuration } from '../../service/config/configuration.ts';
import { hasChosenDemo, hasNoProvider, keepBeginning } from './first-start.ts';

describe('the first start of a package', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'first-start-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const load = (...argv: string[]): Configuration =>
    loadConfiguration({ argv: [`--Data:Directory=${folder}`, ...argv], env: {} });
  const config = (): string => path.join(folder, 'config.json');
  const token = { kind: 'token', modulePath: '/usr/lib/opensc-pkcs11.so' } as const;

  it.each([
    [[], true],
    [['--Environment=Development'], false],
    [['--Signing:Pfx:Path=a.p12'], false],
    [['--Signing:Hsm:ModulePath=/a.so'], false],
    [['--Signing:SmartCard:ModulePath=/a.so'], false],
    [['--Roles=api'], false],
  ])('%j: has to ask %s', (argv, has) => expect(hasNoProvider(load(...argv))).toBe(has));

  it('remembers the demo identity', () => {
    expect(hasChosenDemo(folder)).toBe(false);
    keepBeginning(folder, { kind: 'demo' });
    expect(hasChosenDemo(folder)).toBe(true);
  });

  it('writes a token as a setting that the station reads', () => {
    keepBeginning(folder, token);
    expect(load().Signing.Pkcs11).toMatchObject([{ ProviderId: 'token', ModulePath: '/usr/lib/opensc-pkcs11.so' }]);
    expect(hasNoProvider(load())).toBe(false);
  });

  it('keeps what stands in the settings already', () => {
    writeFileSync(config(), JSON.stringify({ Server: { Port: 5081 }, Signing: { AllowExpiredCertificates: true } }));
    keepBeginning(folder, token);
    expect(load()).toMatchObject({ Server: { Port: 5081 }, Signing: { AllowExpiredCertificates: true } });
  });

  it.each(['{', '[]', 'null', '"text"'])('replaces no settings that it does not understand: %s', (text) => {
    writeFileSync(config(), text);
    expect(() => keepBeginning(folder, token)).toThrow('cannot be read as settings');
    expect(readFileSync(config(), 'utf8')).toBe(text);
  });
});
