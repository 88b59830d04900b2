import { describe, expect, it } from 'vitest';
import { brokerProblems, storageProblems } from './server-rules.ts';

const bucket = { Provider: 's3' as const, Endpoint: 'https://objects.example', Bucket: 'documents', Region: null };

describe('storageProblems', () => {
  const problems = (Storage: Partial<Omit<typeof bucket, 'Provider'>> | object, Environment = 'Production') =>
    storageProblems({ Environment, Storage: { ...bucket, ...Storage } });

  it('takes a bucket at AWS or elsewhere, and files', () => {
    expect(problems({})).toEqual([]);
    expect(problems({ Endpoint: null, Region: 'eu-north-1' })).toEqual([]);
    expect(problems({ Provider: 'local', Endpoint: null, Bucket: null })).toEqual([]);
  });

  it.each([
    ['no bucket', { Bucket: null }, 'Storage:Bucket is needed'],
    ['AWS without a region', { Endpoint: null }, 'Storage:Region is needed'],
    ['a bucket beside files', { Provider: 'local' }, 'no document would go there'],
    ['an endpoint that is no address', { Endpoint: 'objects' }, 'not an address'],
    ['another protocol', { Endpoint: 'ftp://objects.example' }, 'neither http nor https'],
    ['credentials in the address', { Endpoint: 'https://a:b@objects.example' }, 'bears credentials'],
    ['documents in clear', { Endpoint: 'http://objects.example' }, 'in clear'],
  ])('refuses %s with a sentence', (_, Storage, sentence) => {
    expect(problems(Storage)).toEqual([expect.stringContaining(sentence)]);
  });

  it('lets documents go in clear on this machine, and while developing', () => {
    expect(problems({ Endpoint: 'http://127.0.0.1:9000' })).toEqual([]);
    expect(problems({ Endpoint: 'http://objects.example' }, 'Development')).toEqual([]);
  });
});

const broker = { Provider: 'rabbitmq' as const, Url: 'amqps://mq.example/signing', Username: 'station' };

describe('brokerProblems', () => {
  const problems = (Broker: object, Environment = 'Production') =>
    brokerProblems({ Environment, Broker: { ...broker, ...Broker } });

  it('takes a server with its user, and the embedded broker', () => {
    expect(problems({})).toEqual([]);
    expect(problems({ Provider: 'embedded', Url: null, Username: null })).toEqual([]);
  });

  it.each([
    ['no address', { Url: null }, 'Broker:Url is needed'],
    ['no user', { Username: null }, 'Broker:Username is needed'],
    ['a server beside the embedded broker', { Provider: 'embedded' }, 'no message would go there'],
    ['an address that is none', { Url: 'mq' }, 'not an address'],
    ['another protocol', { Url: 'https://mq.example' }, 'neither amqp nor amqps'],
    ['a password in the address', { Url: 'amqps://u:p@mq.example' }, 'bears credentials'],
    ['parameters', { Url: 'amqps://mq.example/?heartbeat=5' }, 'after a question mark'],
    ['a password in clear', { Url: 'amqp://mq.example' }, 'in clear'],
  ])('refuses %s with a sentence', (_, Broker, sentence) => {
    expect(problems(Broker)).toEqual([expect.stringContaining(sentence)]);
  });

  it('lets the password go in clear on this machine, and while developing', () => {
    expect(problems({ Url: 'amqp://127.0.0.1:5672' })).toEqual([]);
    expect(problems({ Url: 'amqp://mq.example' }, 'Testing')).toEqual([]);
  });
});
