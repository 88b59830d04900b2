import { describe, expect, it } from 'vitest';
import { helpText, parseCommand, UsageError } from './command.ts';

describe('help', () => {
  const helpOn = (...words: string[]): string => {
    const command = parseCommand(['help', ...words]);
    return command.name === 'help' ? helpText(command.about) : '';
  };

  it('of a group tells its commands and no others', () => {
    expect(helpOn('queue')).toMatch(/^ {2}queue list$/m);
    expect(helpOn('queue')).not.toMatch(/^ {2}(?!queue )\S/m);
    expect(helpOn('api-key')).toMatch(/^ {2}api-key create/m);
    expect(helpOn()).toMatch(/^ {2}sign FILE/m);
    expect(helpOn('queue', 'list')).toMatch(/^Usage: queue list$/m);
  });

  it.each([
    [['sgin'], 'Did you mean sign?'],
    [['queue', 'lst'], 'Did you mean queue list?'],
    [['token', 'nonsense'], 'Did you mean token unlock-guard?'],
  ])('on %j, which is not there, names the nearest command', (words, answer) => {
    expect(() => helpOn(...words)).toThrow(answer);
  });
});

describe('parseCommand', () => {
  it('takes the commands there are', () => {
    expect(parseCommand([])).toEqual({ name: 'help', about: [] });
    expect(parseCommand(['help'])).toEqual({ name: 'help', about: [] });
    expect(parseCommand(['print-config', '--help'])).toMatchObject({ name: 'help', about: [{ name: 'print-config' }] });
    expect(parseCommand(['help', 'queue', 'list'])).toMatchObject({ name: 'help', about: [{ name: 'queue list' }] });
    expect(parseCommand(['completion', 'zsh'])).toEqual({ name: 'completion', shell: 'zsh' });
    expect(parseCommand(['manual'])).toEqual({ name: 'manual' });
    expect(parseCommand(['print-config'])).toEqual({ name: 'print-config' });
    expect(parseCommand(['api-key', 'list', '--tenant', 'acme'])).toEqual({ name: 'api-key list', tenantId: 'acme' });
    expect(parseCommand(['token', 'unlock-guard', '--provider', 'card', '--yes'])).toEqual({
      ...{ name: 'token unlock-guard', providerId: 'card', isConfirmed: true },
    });
    expect(parseCommand(['token', 'unlock-guard', '--provider=card'])).toMatchObject({ isConfirmed: false });
    expect(parseCommand(['migrate', '--to', 'servers.json'])).toEqual({
      name: 'migrate',
      from: null,
      to: 'servers.json',
    });
    expect(parseCommand(['api-key', 'revoke', 'x'])).toEqual({ name: 'api-key revoke', id: 'x' });
    expect(
      parseCommand(['api-key', 'create', '--name=Desk 1', '--permissions', 'signaturesread, Verify,Verify']),
    ).toEqual({
      name: 'api-key create',
      key: { name: 'Desk 1', permissions: ['SignaturesRead', 'Verify'], approvalRule: null },
      tenantId: null,
    });
  });

  it('gives a key without --permissions no way to read the audit trail or to make further keys', () => {
    expect(parseCommand(['api-key', 'create', '--name', 'n'])).toMatchObject({
      key: {
        permissions: [
          'SignaturesCreate',
          'SignaturesRead',
          'SignaturesCancel',
          'CertificatesRead',
          'ProvidersRead',
          'Verify',
        ],
      },
    });
  });

  it('takes one provider for the doctor, or all', () => {
    expect(parseCommand(['doctor'])).toEqual({ name: 'doctor', providerId: null });
    expect(parseCommand(['doctor', '--provider', 'hsm', '--Server:Port=1'])).toMatchObject({ providerId: 'hsm' });
  });

  it('leaves settings to the configuration wherever they stand', () => {
    const argv = ['--Data:Directory', '/d', 'api-key', '--config=c.json', 'revoke', '--environment', 'Testing', 'x'];
    expect(parseCommand([...argv, '--Server:Port=1'])).toEqual({ name: 'api-key revoke', id: 'x' });
  });

  it.each([
    [['frobnicate'], /^frobnicate is not a command/],
    [['sing', 'a.pdf', '--profile', 'T'], /^sing is not a command\. Did you mean sign\?/],
    [['queu'], /Did you mean queue\?/],
    [['queue', 'dwonload', 'x'], /^queue dwonload is not a command\. Did you mean queue download\?$/],
    [['batch'], /^batch is not a command by itself: it is followed by one of create, show, cancel, download\.$/],
    [['batch', '--url', 'http://127.0.0.1:1'], /^batch is not a command by itself: it is followed by one of create/],
    [['doctor', '--url', 'http://127.0.0.1:1'], /^--url is an option of commands that ask a station/],
    [['completion', 'powershell'], /completion needs one of bash, zsh, fish/],
    [['completion'], /completion needs one of/],
    [['api-key'], /^api-key is not a command/],
    [['api-key', 'make'], /^api-key make is not a command/],
    [['api-key', 'create'], /needs --name/],
    [['api-key', 'create', '--name', ' '], /--name must be/],
    [['api-key', 'create', '--name', 'a\nb'], /--name must be/],
    [['api-key', 'create', '--name', 'n', '--tenant', '../x'], /--tenant must be/],
    [['api-key', 'create', '--name', 'n', '--permissions', 'Everything'], /"Everything" is not a permission/],
    [['api-key', 'create', '--name', 'n', '--permissions', ''], /"" is not a permission/],
    [['api-key', 'create', '--name', 'n', '--colour', 'red'], /--colour is not an option\. Did you mean --/],
    [['api-key', 'list', '--AuthenticationEnabled=true'], /Did you mean --Authentication:Enabled\?$/],
    [['api-key', 'list', '--tenants', 'x'], /Did you mean --tenant\?$/],
    [['api-key', 'create', '--name'], /--name/],
    [['api-key', 'list', 'x'], /^x is not expected after api-key list/],
    [['api-key', 'list', '--name', 'x'], /--name is not an option of api-key list/],
    [['token', 'unlock-guard'], /needs --provider/],
    [['token', 'lock-guard'], /^token lock-guard is not a command/],
    [['api-key', 'list', '--yes'], /--yes is not an option/],
    [['api-key', 'revoke'], /needs the id of one key/],
    [['api-key', 'revoke', 'x', 'y'], /needs the id of one key/],
    [['print-config', '--tenant', 'x'], /--tenant is not an option of print-config/],
    [['doctor', 'smartcard'], /^smartcard is not expected after doctor/],
    [['doctor', '--prov', 'x'], /^--prov is not an option\. Did you mean --provider\?$/],
    [['doctor', '--name', 'x'], /--name is not an option of doctor/],
  ])('refuses %j with a sentence', (argv, sentence) => {
    expect(() => parseCommand(argv)).toThrow(UsageError);
    expect(() => parseCommand(argv)).toThrow(sentence);
    expect(() => parseCommand(argv)).toThrow(/^[^\n]*[.?]$/);
  });
});
