import { createHash, createPublicKey } from 'node:crypto';
import { app, BrowserWindow, session, utilityProcess } from 'electron';
import { CHILD } from './child.mjs';

/** Tries in a program what Electron's source says of it, and writes what came of it: the stand-in is held to that. */
const seen = {};
const thrownBy = (work) => {
  try {
    work();
    return 'nothing';
  } catch (fault) {
    return fault.message;
  }
};
/** An EC public key on brainpoolP256r1: the parameters are looked at before the point. */
const BRAINPOOL_KEY = Buffer.concat([
  Buffer.from('305a301406072a8648ce3d020106092b2403030208010107034200', 'hex'),
  Buffer.alloc(65, 4),
]);

function beforeReady() {
  seen.before = {
    isReady: app.isReady(),
    window: thrownBy(() => new BrowserWindow()),
    session: thrownBy(() => session.defaultSession),
    fork: thrownBy(() => utilityProcess.fork(CHILD)),
  };
}

const ended = (child) => new Promise((resolve) => child.once('exit', resolve));
const spawned = (child) => new Promise((resolve) => child.once('spawn', resolve));

async function children() {
  const child = utilityProcess.fork(CHILD, [], {
    execArgv: ['--max-old-space-size=77', '--js-flags=--stack-size=901'],
  });
  seen.early = { pid: child.pid ?? null, kill: child.kill() };
  const answered = new Promise((resolve) => child.once('message', resolve));
  const view = Buffer.from('MARKER of a neighbour, and this', 'latin1').subarray(27);
  child.postMessage({ view });
  await spawned(child);
  seen.child = await answered;
  process.kill(child.pid, 'SIGKILL');
  seen.killed = await ended(child);

  const own = utilityProcess.fork(CHILD, ['70']);
  seen.own = await ended(own);
  const never = utilityProcess.fork(CHILD, [], { serviceName: 'never' });
  never.once('spawn', () => (seen.neverSpawned = true));
  const broken = utilityProcess.fork(CHILD);
  await spawned(broken);
  seen.unheard = thrownBy(() => broken.emit('error', 'FatalError', 'place', 'report'));
  broken.kill();
  seen.term = await ended(broken);
}

async function quits() {
  const order = [];
  const window = new BrowserWindow({});
  window.on('close', (event) => {
    order.push('close');
    if (order.length < 4) event.preventDefault();
  });
  app.on('before-quit', () => {
    order.push('before-quit');
    // Ignored: it quits already.
    app.quit();
  });
  app.once('will-quit', (event) => {
    order.push('will-quit');
    event.preventDefault();
    seen.order = order;
    console.log(`SEEN ${JSON.stringify(seen)}`);
    app.exit(0);
  });
  app.quit();
  app.quit();
}

beforeReady();
app.whenReady().then(async () => {
  seen.after = {
    sandbox: thrownBy(() => app.enableSandbox()),
    load: await new BrowserWindow({}).loadURL('http://127.0.0.1:9/').catch(({ message }) => message),
    sha3: thrownBy(() => createHash('sha3-256')),
    brainpool: thrownBy(() => createPublicKey({ key: BRAINPOOL_KEY, format: 'der', type: 'spki' })),
  };
  for (const window of BrowserWindow.getAllWindows()) {
    window.destroy();
    seen.after.destroyed = thrownBy(() => window.show());
  }
  await children();
  await quits();
});
// No window is left in between.
app.on('window-all-closed', () => undefined);
