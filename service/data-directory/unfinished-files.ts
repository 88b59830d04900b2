import path from 'node:path';
import { removeUnfinished } from '../files/durable-file.ts';

type Folders = Readonly<Record<'root' | 'secrets' | 'pinGuard' | 'demo', string>>;

/** Others share the folders of the user and may be writing there; nobody takes so long. */
const AGE_MILLISECONDS = 3_600_000;

/**
 * Removes what crashes have left below the data directory of files that are written durably. Half a certificate among trust
 * anchors is told as one that cannot be read, and half a secret as one that nothing reads. What others write there stays.
 */
export function removeUnfinishedFiles({ root, secrets, pinGuard, demo }: Folders): void {
  const clear = (folder: string, ours: RegExp): void =>
    removeUnfinished(folder, (name) => ours.test(name), AGE_MILLISECONDS);
  clear(root, /^(?:installation-id|station\.db-(?:used|damaged)|desktop\.json|config\.json)$/);
  clear(secrets, /^SERVICE_SECRET_SIGNING_DEMO_PASSWORD$/);
  clear(pinGuard, /^(?:[0-9a-f]{32}\.json|installation\.key(?:\.sha256)?)$/);
  clear(demo, /^demo-signer\.p12$/);
  clear(path.join(demo, 'trust-anchors'), /^demo-ca\.cer$/);
}
