import { describe, expect, it } from 'vitest';
import type { DiagnosedModule, Diagnosis, Finding } from '../../../service/contract/http/diagnosis.ts';
import { DIAGNOSIS_FAULTS } from '../../../service/contract/vocabulary/diagnosis-faults.ts';
import { moduleToName, stepOf, stepsOf } from './steps.ts';

const finding = (code: Finding['code'], severity: Finding['severity'] = 'error'): Finding => ({
  ...{ code, severity, cause: 'cause', cure: 'cure', oneMoreTry: null },
});
const NOTHING: Diagnosis = {
  ...{ providerId: 'smartcard', providerType: 'SmartCard', displayName: 'Smart card' },
  ...{ checkedAt: '2026-01-01T00:00:00.000Z', platform: 'linux', architecture: 'x64', findings: [], tokens: [] },
  ...{ modules: [], leftOut: [], smartCardService: { state: 'running', detail: '' }, readers: [], usbDevices: [] },
  ...{ keyFile: null, secret: { name: null, state: 'not-named' } },
};
const module = (path: string, outcome: DiagnosedModule['outcome'], certificates: unknown[] | null): DiagnosedModule =>
  ({ path, outcome, slots: certificates === null ? [] : [{ token: { certificates } }] }) as unknown as DiagnosedModule;
const TOKEN = { label: 'desk', serial: '1', modules: ['/m.so'], isWanted: true };
const states = (diagnosis: Diagnosis): string[] => stepsOf(diagnosis).map(({ state }) => state);

describe('the steps of a diagnosis', () => {
  it('begin with what is missing first where nothing is there', () => {
    const findings = [finding('MIDDLEWARE_NOT_FOUND'), finding('NO_READER', 'warning')];
    const steps = stepsOf({ ...NOTHING, findings });
    expect(steps.map(({ name, state }) => `${name} ${state}`)).toEqual([
      'reader bad',
      'card bad',
      'middleware bad',
      'certificate open',
    ]);
    expect(steps.map(({ findings: found }) => found.map(({ code }) => code))).toEqual([
      ['NO_READER'],
      [],
      ['MIDDLEWARE_NOT_FOUND'],
      [],
    ]);
  });

  it('are all done with a token that works, reader or not', () => {
    const modules = [module('/m.so', 'ready', [{ isAuthority: false }])];
    expect(states({ ...NOTHING, modules, tokens: [TOKEN] })).toEqual(['good', 'good', 'good', 'good']);
  });

  it('say what a certificate or a PIN is in the way, and warn of what is not in the way yet', () => {
    const modules = [module('/m.so', 'ready', [{ isAuthority: false }])];
    const seen = { ...NOTHING, modules, tokens: [TOKEN] };
    expect(states({ ...seen, findings: [finding('PIN_LOCKED')] }).at(-1)).toBe('bad');
    expect(states({ ...seen, findings: [finding('PIN_COUNT_LOW', 'warning')] }).at(-1)).toBe('warn');
    expect(states({ ...seen, modules: [module('/m.so', 'ready', [{ isAuthority: true }])] }).at(-1)).toBe('bad');
  });

  it('have a place for every finding', () => {
    const places = Map.groupBy(DIAGNOSIS_FAULTS, (code) => stepOf({ code }));
    expect(places.get('reader')).toEqual(['SMART_CARD_SERVICE_NOT_RUNNING', 'SMART_CARD_SERVICE_REFUSED', 'NO_READER']);
    expect(places.get('card')).toContain('READER_WITHOUT_CARD');
    expect(places.get('middleware')).toContain('TOKEN_NOT_RECOGNISED');
    expect(places.get('certificate')).toContain('SECRET_NOT_SET');
  });

  it('name the module that shows a token, else one that works', () => {
    const [works, shows, broken] = [
      module('/works.so', 'ready', null),
      module('/shows.so', 'ready', []),
      module('/broken.so', 'load-failed', null),
    ];
    expect(moduleToName({ modules: [broken, works, shows] })).toBe('/shows.so');
    expect(moduleToName({ modules: [broken, works] })).toBe('/works.so');
    expect(moduleToName({ modules: [broken] })).toBeNull();
  });
});
