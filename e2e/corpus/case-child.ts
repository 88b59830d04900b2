import { partNamed } from './parts.ts';

/** Entry of a process that tries cases: `part folder`, then an id for each message, answered by its score. */
const [name = '', folder = ''] = process.argv.slice(2);
const part = partNamed(name);
const runner = await part.open(folder);
const casesById = new Map(part.cases(folder).map((one) => [one.id, one]));
process.once('exit', () => runner.dispose());
process.once('SIGTERM', () => process.exit(0));
process.once('disconnect', () => process.exit(0));

process.on('message', (id) => {
  if (typeof id === 'string') void answer(id);
});
process.send?.('ready');

/** What the product throws where it must not is a miss with its place, not the end of the run. */
async function answer(id: string): Promise<void> {
  try {
    process.send?.({ id, score: await runner.try(id) });
  } catch (error) {
    const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
    const names = casesById.get(id)?.measures ?? [];
    const measures = Object.fromEntries(names.map((measure) => [measure, false]));
    process.send?.({ id, score: { measures, says: `THROWS: ${text.split('\n')[0] ?? ''}`, facts: { stack: text } } });
  }
}
