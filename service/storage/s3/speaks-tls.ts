import { connect } from 'node:tls';
import { CONNECT_MILLISECONDS } from './store-connection.ts';

/** What Node says of a certificate that it does not take: there was one. */
const OF_CERTIFICATE = /^(UNABLE_TO_|SELF_SIGNED_|DEPTH_ZERO_|CERT_|INVALID_CA|ERR_TLS_CERT)/;

/** Whether the server at `place` speaks TLS; nothing is sent to it. False also where it does not answer within five seconds. */
export function speaksTls({ hostname, port }: Pick<URL, 'hostname' | 'port'>): Promise<boolean> {
  return new Promise((resolve) => {
    // An IPv6 address stands in brackets in an address alone.
    const host = hostname.replace(/^\[(.*)\]$/, '$1');
    const socket = connect({ host, port: Number(port === '' ? 80 : port) });
    const end = (isTls: boolean): void => {
      socket.destroy();
      resolve(isTls);
    };
    socket.once('secureConnect', () => end(true));
    socket.once('error', (fault: NodeJS.ErrnoException) => end(OF_CERTIFICATE.test(fault.code ?? '')));
    socket.once('close', () => end(false));
    socket.setTimeout(CONNECT_MILLISECONDS, () => end(false));
  });
}
