import path from 'node:path';
import { once } from 'node:events';
import { acceptUnit } from '../../sample-records.suite.ts';
import { openSqlitePersistence } from '../sqlite-persistence.ts';

/** A process that writes when it is told to: `node writing-child.suite.ts FILE PAGES WRITES`. Says `open` and `written`. */
const [databasePath = '', pages, writes] = process.argv.slice(2);
const faults: (string | null)[] = [];
const persistence = await openSqlitePersistence({
  databasePath,
  migrationsFolder: path.join(import.meta.dirname, '../migrations'),
  checkpoints: {
    threadFile: path.join(import.meta.dirname, 'checkpoint-thread.ts'),
    pages: Number(pages),
    onFault: (fault) => faults.push(fault),
  },
});
await persistence.ping();
process.stdout.write('open\n');
await once(process.stdin, 'data');
for (let count = 0; count < Number(writes); count++) await persistence.acceptSignatureRequest(acceptUnit());
process.stdout.write(`written ${JSON.stringify(faults)}\n`);
await once(process.stdin, 'data');
await persistence.close();
process.stdin.destroy();
