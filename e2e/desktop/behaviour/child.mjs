/** This script, which is a child where it is started as one. */
export const CHILD = import.meta.filename;

function listen(port) {
  port.on('message', ({ data, ports }) => {
    port.postMessage({
      ports: ports.length,
      send: typeof process.send,
      behind: Buffer.from(data.view.buffer).toString('latin1'),
      flags: process.execArgv.filter((option) => /size/.test(option)),
    });
  });
}

if (process.parentPort !== undefined) {
  const [code] = process.argv.slice(2);
  if (code === undefined) listen(process.parentPort);
  else process.exit(Number(code));
}
