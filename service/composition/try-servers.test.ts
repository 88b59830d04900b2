import { expect, it } from 'vitest';
import { loadConfiguration } from '../config/configuration.ts';
import { tryServers } from './try-servers.ts';

const SECRETS = { read: () => Promise.resolve('marker of a secret') };
const SERVERS = [
  ...['--Database:Provider=postgres', '--Database:ConnectionString=postgresql://user@127.0.0.1:1/name'],
  ...['--Broker:Provider=rabbitmq', '--Broker:Url=amqp://127.0.0.1:1/', '--Broker:Username=station'],
  ...['--Storage:Provider=s3', '--Storage:Endpoint=http://127.0.0.1:1', '--Storage:Bucket=signing'],
  ...['--Authentication:Enabled=true', '--Environment=Testing'],
];

it('says of each server where it is, that it does not answer, and what to do', async () => {
  const trials = await tryServers(loadConfiguration({ argv: SERVERS, env: {} }), SECRETS);
  expect(trials.map(({ name }) => name)).toEqual(['Postgres', 'RabbitMQ', 'S3']);
  for (const { name, fault } of trials) {
    expect(fault).toMatch(
      new RegExp(`^${name} at (http://)?127\\.0\\.0\\.1:1 does not answer \\(ECONNREFUSED\\)\\. Start it`),
    );
  }
  expect(JSON.stringify(trials)).not.toContain('marker');
});

it('says which secret is not set', async () => {
  const trials = await tryServers(loadConfiguration({ argv: SERVERS, env: {} }), {
    read: () => Promise.resolve(undefined),
  });
  expect(trials[1]?.fault).toContain('Broker:Password is not set');
  expect(trials[2]?.fault).toContain('Storage:AccessKeyId of the object store is not set');
});

it('asks nobody where everything lies on this machine', async () => {
  expect(await tryServers(loadConfiguration({ argv: ['--Environment=Testing'], env: {} }), SECRETS)).toEqual([]);
});
