import { EventEmitter } from 'node:events';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { LaunchedProcess, LaunchSpecification } from '../../service/processes/launcher.ts';
import { bytesBesideSecret, rawBytes } from '../../service/processes/raw-channel.suite.ts';
import { createLogger } from '../../service/telemetry/logger.ts';
import { createUtilityProcessLauncher } from './utility-process-launcher.ts';

const MARKER = 'MARKER-of-a-password';

class FakeChild extends EventEmitter {
  pid: number | undefined;
  readonly sent: unknown[] = [];
  kills = 0;
  stdout: EventEmitter | null = null;
  stderr: EventEmitter | null = null;
  postMessage(message: unknown): void {
    this.sent.push(message);
  }
  kill(): boolean {
    this.kills++;
    return this.pid !== undefined;
  }
}

const forks: { child: FakeChild; options: Record<string, unknown> }[] = [];
vi.mock('electron', () => ({
  utilityProcess: {
    fork: (_entry: string, _args: string[], options: Record<string, unknown>) => {
      forks.push({ child: new FakeChild(), options });
      return forks.at(-1)?.child;
    },
  },
}));

const lines: string[] = [];
function launch(specification: Partial<LaunchSpecification> = {}): {
  launched: LaunchedProcess;
  child: FakeChild;
  options: Record<string, unknown>;
} {
  const logger = createLogger({
    level: 'info',
    clock: () => new Date(0),
    processName: 'host',
    write: (line) => lines.push(line),
  });
  const launched = createUtilityProcessLauncher({ logger }).launch({
    name: 'worker',
    entry: '/none',
    args: [],
    env: {},
    ...specification,
  });
  const fork = forks.at(-1);
  if (fork === undefined) throw new Error('Nothing was forked.');
  return { launched, ...fork };
}

describe('createUtilityProcessLauncher', () => {
  let killed: number[];
  beforeEach(() => {
    vi.useFakeTimers();
    lines.length = 0;
    killed = [];
    vi.spyOn(process, 'kill').mockImplementation((pid) => killed.push(pid) > 0 || true);
  });
  afterEach(() => void vi.useRealTimers());

  it('posts nothing that lies beside a view in its buffer', async () => {
    const { launched, child } = launch();
    launched.link.post({ certificate: bytesBesideSecret(MARKER) });
    await vi.advanceTimersByTimeAsync(1);
    expect(child.sent).toHaveLength(1);
    expect(rawBytes(child.sent).includes(MARKER)).toBe(false);
  });

  it('keeps a kill that comes before the process is there', () => {
    const { launched, child } = launch();
    launched.kill();
    expect([launched.pid, killed]).toEqual([undefined, []]);
    child.pid = 41;
    child.emit('spawn');
    expect([launched.pid, killed]).toEqual([41, [41]]);
  });

  it('says that a process failed to start which neither comes up nor ends', async () => {
    const { launched, child } = launch();
    const closed = vi.fn();
    launched.link.onClose(closed);
    await vi.advanceTimersByTimeAsync(9_999);
    expect(closed).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(await launched.exited).toMatchObject({ kind: 'failed-to-start' });
    expect(closed).toHaveBeenCalledTimes(1);
    child.pid = 42;
    child.emit('spawn');
    expect(killed, 'one that comes up late is ended').toEqual([42]);
  });

  it('passes heap limit and growth as one switch of Chromium, and the wish for libraries of others', () => {
    expect(launch({ heapMebibytes: 64 }).options).toMatchObject({ execArgv: ['--js-flags=--max-old-space-size=64'] });
    expect(launch({ heapMebibytes: 64, semiSpaceMebibytes: 8 }).options).toMatchObject({
      execArgv: ['--js-flags=--max-old-space-size=64 --max-semi-space-size=8'],
    });
    expect(launch({ heapMebibytes: 64, heapGrowthPercent: 200 }).options).toMatchObject({
      execArgv: ['--js-flags=--max-old-space-size=64 --heap-growing-percent=200'],
    });
    const plain = launch().options;
    expect(plain).toMatchObject({ execArgv: [], serviceName: 'worker' });
    expect(plain).not.toHaveProperty('allowLoadingUnsignedLibraries');
    expect(launch({ loadsVendorLibraries: true }).options).toMatchObject({
      allowLoadingUnsignedLibraries: true,
      disclaim: true,
    });
  });

  it('has what a child writes come here where somebody takes it, and lets one be silent', () => {
    const launcher = createUtilityProcessLauncher({
      logger: createLogger({ level: 'info', clock: () => new Date(0), processName: 'host', write: () => undefined }),
      takeLine: () => undefined,
    });
    launcher.launch({ name: 'worker', entry: '/none', args: [], env: {} });
    launcher.launch({ name: 'doctor', entry: '/none', args: [], env: {}, discardsOutput: true });
    expect(forks.slice(-2).map(({ options }) => options['stdio'])).toEqual(['pipe', 'ignore']);
    expect(launch().options['stdio']).toBe('inherit');
  });

  it('tells a signal from an exit code', async () => {
    const { launched, child } = launch();
    child.emit('exit', 9);
    const other = launch();
    other.child.emit('exit', 70);
    expect(await launched.exited).toEqual({ kind: 'killed', signal: 'SIGKILL' });
    expect(await other.launched.exited).toEqual({ kind: 'exited', exitCode: 70 });
  });

  it('asks a process to leave before it ends it', async () => {
    const { launched, child } = launch();
    child.pid = 43;
    child.emit('spawn');
    launched.link.close();
    launched.link.close();
    expect(child.sent).toEqual(['close']);
    expect(killed).toEqual([]);
    await vi.advanceTimersByTimeAsync(15_000);
    expect(killed).toEqual([43]);
  });

  it('does not end a process that left when it was asked', async () => {
    const { launched, child } = launch();
    child.pid = 44;
    child.emit('spawn');
    launched.link.close();
    child.emit('exit', 0);
    await vi.advanceTimersByTimeAsync(20_000);
    expect(killed).toEqual([]);
  });

  it('survives a fatal error of V8 in a child and logs its kind and place only', () => {
    const { child } = launch();
    expect(() => child.emit('error', 'FatalError', 'v8::Heap', `{"environmentVariables":"${MARKER}"}`)).not.toThrow();
    expect(lines.map((line) => JSON.parse(line) as unknown)).toMatchObject([
      { level: 'error', role: 'worker', reason: 'FatalError', path: 'v8::Heap' },
    ]);
    expect(lines.join()).not.toContain(MARKER);
  });
});
