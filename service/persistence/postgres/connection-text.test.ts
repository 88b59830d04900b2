import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readConnectionText } from './connection-text.ts';

describe('the connection text of Postgres', () => {
  it('is in clear on this machine only', () => {
    expect(readConnectionText('postgresql://station@localhost/signing').address).toEqual({
      host: 'localhost',
      port: 5432,
      user: 'station',
      database: 'signing',
      ssl: false,
    });
    expect(readConnectionText('postgres://a%40b@localhost:6000/x?host=%2Frun%2Fpostgresql').address).toEqual({
      host: '/run/postgresql',
      port: 6000,
      user: 'a@b',
      database: 'x',
      ssl: false,
    });
    expect(readConnectionText('postgresql://station@db.example/signing').address?.ssl).toEqual({
      rejectUnauthorized: true,
      minVersion: 'TLSv1.2',
      servername: 'db.example',
    });
  });

  it('names the authorities that vouch for the server', () => {
    const folder = mkdtempSync(join(tmpdir(), 'connection-'));
    const file = join(folder, 'ca.pem');
    writeFileSync(file, 'the authorities');
    const text = `postgresql://station@127.0.0.1/signing?sslrootcert=${encodeURIComponent(file)}`;
    expect(readConnectionText(text).address?.ssl).toMatchObject({ ca: 'the authorities', rejectUnauthorized: true });
    rmSync(folder, { recursive: true });
    expect(readConnectionText(text).problems?.join()).toContain('cannot be read');
  });

  it.each([
    ['station.db', 'no URL'],
    ['mysql://u@h/d', 'begins with postgresql://'],
    ['postgresql://u:marker@h/d', 'holds a password'],
    ['postgresql://u@h/d?password=marker', 'holds a password'],
    ['postgresql://h/d', 'names no user'],
    ['postgresql://u@h', 'names no database'],
    ['postgresql://u@h/d?sslmode=disable', 'another sslmode'],
    ['postgresql://u@h/d?sslmode=require', 'another sslmode'],
    ['postgresql://u@h/d?options=-c+fsync=off', 'unknown parameters: options'],
  ])('%s is refused with a sentence that gives nothing away', (text, sentence) => {
    const problems = readConnectionText(text).problems?.join(' ') ?? '';
    expect(problems).toContain(sentence);
    expect(problems).not.toContain('marker');
  });
});
