import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const ROOT = path.resolve(import.meta.dirname, '../../..');

/** Whoever digests a document that holds this, in a worker of such a checkout, is gone at once. */
export const DEADLY = Buffer.from('The end of whoever reads this.');

const DEATH = `import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
const DEADLY = Buffer.from(${JSON.stringify(DEADLY.toString())});
const look = (bytes) => {
  const isIt = bytes instanceof Uint8Array && Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).includes(DEADLY);
  if (isIt) process.kill(process.pid, 'SIGKILL');
};
const { prototype } = crypto.Hash;
const { update } = prototype;
prototype.update = function (bytes, ...others) {
  look(bytes);
  return update.call(this, bytes, ...others);
};
const { hash } = crypto;
crypto.hash = (algorithm, bytes, ...others) => {
  look(bytes);
  return hash(algorithm, bytes, ...others);
};
syncBuiltinESMExports();
`;

/** Makes of `folder` a checkout whose build is that of this one, and whose workers die of certain documents. */
export function checkoutWithDeadlyWorker(folder: string): void {
  mkdirSync(folder, { recursive: true });
  const dist = path.join(folder, 'dist');
  const isOurs = (file: string): boolean => !file.includes('compile-cache');
  cpSync(path.join(ROOT, 'dist'), dist, { recursive: true, filter: isOurs });
  symlinkSync(path.join(ROOT, 'node_modules'), path.join(folder, 'node_modules'));
  cpSync(path.join(ROOT, 'package.json'), path.join(folder, 'package.json'));
  writeFileSync(path.join(dist, 'death.js'), DEATH);
  const worker = path.join(dist, 'worker.js');
  writeFileSync(worker, `import './death.js';\n${readFileSync(worker, 'utf8')}`);
}
