import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ConfigurationError, loadConfiguration, type ConfigurationSources } from './configuration.ts';

let directory: string;
let file: string;
beforeEach(() => {
  directory = mkdtempSync(path.join(tmpdir(), 'station-config-file-'));
  file = path.join(directory, 'config.json');
});
afterEach(() => rmSync(directory, { recursive: true }));

function load(sources: Partial<ConfigurationSources> = {}) {
  return loadConfiguration({ argv: [], env: {}, ...sources, defaults: { Data: { Directory: directory } } });
}

function writeConfig(value: unknown): void {
  writeFileSync(file, typeof value === 'string' ? value : JSON.stringify(value));
}

function problems(): readonly string[] {
  try {
    load();
  } catch (error) {
    if (error instanceof ConfigurationError) return error.problems;
    throw error;
  }
  return [];
}

describe('the configuration file', () => {
  it('refuses a file that is not JSON', () => {
    writeConfig('{ "Server": ');
    expect(problems()[0]).toMatch(/config\.json cannot be read/);
    writeConfig('[]');
    expect(problems()[0]).toMatch(/not a JSON object/);
    writeFileSync(file, Buffer.from('{"Signing":{"Pfx":{"Path":"\u00FC"}}}', 'latin1'));
    expect(problems()[0]).toMatch(/config\.json cannot be read: it is not in UTF-8\.$/);
  });

  it.each([
    ['{"Server":{"Port":6001,"Port":6001}}', 'Server:Port'],
    ['{"Authentication":{"Enabled":true},"Authentication":{}}', 'Authentication'],
    ['{"Signing":{"Pkcs11":[{},{"TokenLabel":"a","TokenLabel":"b"}]}}', 'Signing:Pkcs11:1:TokenLabel'],
  ])('does not choose between two values for one name of the file: %s', (text, name) => {
    writeConfig(text);
    expect(problems()).toEqual([
      expect.stringMatching(`config\\.json cannot be read: ${name} is there more than once`),
    ]);
  });

  it.skipIf(process.platform === 'win32')('is not left out where it is a link to what is not there', () => {
    symlinkSync(path.join(directory, 'not-mounted'), file);
    expect(problems()).toEqual([expect.stringMatching(/config\.json cannot be read: ENOENT/)]);
  });

  it('looks at sections with nothing in them, too', () => {
    writeConfig({ Server: {}, Signing: { Pkcs11: [] }, Authentication: { Enabled: true } });
    const [env, argv] = [{ Server__Port: '7' }, ['--Authentication:Enabled=true']];
    expect(load({ env, argv }).Server).toMatchObject({ Port: 7, Host: '127.0.0.1' });
    writeConfig({ Severs: {} });
    expect(problems()).toEqual([expect.stringMatching(/^Severs .* Did you mean Server\?$/)]);
    writeConfig({ Server: { Tls: {} } });
    expect(problems().join()).toContain('Server:Tls:Certificate');
    writeConfig({ Signing: { Pkcs11: [{}] } });
    expect(problems().join()).toContain('Signing:Pkcs11:0:ProviderId');
  });
});
