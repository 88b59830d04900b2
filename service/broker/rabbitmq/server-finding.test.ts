import { describe, expect, it } from 'vitest';
import { brokerFinding, topologyFinding } from './server-finding.ts';

const NAMED = { username: 'station', passwordSecretName: 'Broker:Password', vhost: 'signing' };

describe('why there is no connection to RabbitMQ', () => {
  it.each([
    [
      'Handshake terminated by server: 403 (ACCESS-REFUSED) with message "ACCESS_REFUSED - Login"',
      false,
      'Broker:Password',
    ],
    ['Expected ConnectionOpenOk; got <ConnectionClose channel:0>', false, 'virtual host signing for the user station'],
    ['Socket closed abruptly during opening handshake', true, 'amqps://'],
    ['anything else', true, 'Look at its log'],
  ])('is said of what the library says: %s', (message, isAway, words) => {
    const found = brokerFinding(new Error(message), NAMED);
    expect(found.isAway).toBe(isAway);
    expect(found.what).toContain(words);
  });

  it('is said of the way to it by its settings', () => {
    const refused = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
    expect(brokerFinding(refused, NAMED).what).toContain('mend Broker:Url');
    expect(brokerFinding(new Error('connect ETIMEDOUT'), NAMED).what).toContain('does not answer');
    expect(brokerFinding('no error', NAMED).isAway).toBe(true);
  });
});

describe('why the queues cannot be used', () => {
  it.each([
    [
      '403 (ACCESS-REFUSED) with message "ACCESS_REFUSED - configure access"',
      false,
      'permissions of docs/deployment.md',
    ],
    [
      '406 (PRECONDITION-FAILED) with message "PRECONDITION_FAILED - inequivalent arg"',
      false,
      'virtual host of its own',
    ],
    ['it did not answer in time', true, 'Look at its log'],
  ])('is said of %s', (message, isAway, words) => {
    const found = topologyFinding(new Error(message), NAMED);
    expect(found.isAway).toBe(isAway);
    expect(found.what).toContain(words);
  });

  it('is said of a connection that breaks meanwhile', () => {
    const broken = Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' });
    expect(topologyFinding(broken, NAMED)).toMatchObject({ isAway: true });
  });
});
