import { describe, expect, it } from 'vitest';
import { helpReport } from './help-report.ts';

const FACTS = { version: '0.1.0', runtimes: { Electron: '45.4.1' }, system: 'linux 6 x64', health: null, logLines: [] };

describe('helpReport', () => {
  it('says versions, health and the end of the log', () => {
    const logLines = Array.from({ length: 300 }, (_, n) => `{"level":"warn","message":"line ${n}","errorCode":"X"}`);
    const health = { status: 'Degraded', checks: [{ name: 'storage', status: 'Healthy', detail: null }] };
    const text = helpReport({ ...FACTS, health, logLines });
    expect(text).toContain('Signing Station 0.1.0\nElectron 45.4.1; linux 6 x64');
    expect(text).toContain('  Degraded\n  storage: Healthy\n');
    expect(text).toContain('Log, last 200 lines');
    expect(text).toContain('{"level":"warn","message":"line 299","errorCode":"X"}');
    expect(text).not.toContain('line 99"');
  });

  it('holds nothing of documents, people, places and secrets', () => {
    const marked = { level: 'error', message: 'Failed.', path: 'MARKER', signatureId: 'MARKER', tenantId: 'MARKER' };
    const more = { stack: 'MARKER', host: 'MARKER', reason: { deep: 'MARKER' } };
    const logLines = [JSON.stringify({ ...marked, ...more, new: 'MARKER' }), 'MARKER of a driver', '"MARKER"', '{'];
    const health = { status: 'Healthy', checks: [{ name: 'storage', status: 'Healthy', detail: 'MARKER' }] };
    const text = helpReport({ ...FACTS, health, logLines });
    expect(text).not.toContain('MARKER');
    expect(text).toContain('{"level":"error","message":"Failed."}');
  });

  it.each([null, 'text', [], { status: 'Healthy', checks: 'none' }])('is made of any health: %j', (health) =>
    expect(helpReport({ ...FACTS, health })).toContain('Health'),
  );
});
