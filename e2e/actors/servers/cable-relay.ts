import { connect, createServer } from 'node:net';

/*
 * Runs at the far end of cables (cables.ts), in a network of its own: what is said to an address there goes on by a Unix
 * socket, which does not depend on any network. Each argument is address, port and socket, parted by commas.
 */

const ends = process.argv.slice(2).map((end) => {
  const [host = '', port = '', socket = ''] = end.split(',');
  return { host, port: Number(port), socket };
});

for (const { host, port, socket } of ends) {
  const server = createServer({ allowHalfOpen: true }, (near) => {
    const far = connect({ path: socket, allowHalfOpen: true });
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      one.pipe(other);
      one.on('error', () => other.destroy());
    }
  });
  await new Promise<void>((resolve) => server.listen(port, host, resolve));
}
// Whoever has started this waits for the line.
console.log('ready');
