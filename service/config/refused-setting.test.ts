import { describe, expect, it } from 'vitest';
import { ConfigurationError, loadConfiguration } from './configuration.ts';

function problemsOf(...argv: readonly string[]): readonly string[] {
  try {
    loadConfiguration({ argv: ['--Data:Directory=/nowhere/at/all', ...argv], env: {} });
  } catch (error) {
    if (error instanceof ConfigurationError) return error.problems;
    throw error;
  }
  return [];
}

describe('a refused setting', () => {
  it.each([
    ['--Server:Port=abc', 'has to be a number; given was "abc"'],
    ['--Timestamping:TimeoutMilliseconds=soon', 'has to be a number; given was "soon"'],
    ['--Server:Port=70000', 'has to be 65535 or less; given was "70000"'],
    ['--Authentication:Enabled=yes', 'has to be true or false; given was "yes"'],
    ['--Environment=Prod', 'takes one of Development, Testing, Production; given was "Prod"'],
    ['--Roles=api,wroker', 'takes one of api, publisher, worker, token-host; given was "wroker"'],
    ['--Signing:MaxWait=1 day', 'a whole number and a unit: 90s, 30m, 24h or 7d; given was "1 day"'],
    ['--Server:Port=5080\u202f', 'has to be a number; given was "5080\u202f"'],
    [`--Server:Port=${'x'.repeat(50)}`, `has to be a number; given was "${'x'.repeat(40)}..."`],
  ])('shows what was given: %s', (argument, words) => {
    const [problem, ...others] = problemsOf(argument);
    expect(problem?.endsWith(`: ${words}`)).toBe(true);
    expect(others).toEqual([]);
  });

  it('says how an address begins, and does not show the one that was given', () => {
    for (const given of ['tsa.example', 'ftp://tsa.example/', 'localhost:318']) {
      const [problem] = problemsOf(`--Timestamping:Url=${given}`);
      expect(problem?.endsWith(': an address that begins with http:// or https://')).toBe(true);
    }
    expect(problemsOf('--ValidationData:Proxy=https://proxy.example').join()).toContain('begins with http://');
  });

  it.each([
    '--Signing:SmartCard:PinFrom=s3cret',
    '--Timestamping:ProxyUrl=http://user:s3cret@proxy.example:3128',
    '--Server:AllowedOrigins=user:s3cret@station.example',
    '--Server:Port=user:s3cret@station.example',
  ])('shows nothing that may be a secret: %s', (argument) => {
    const problems = problemsOf(argument);
    expect(problems).toHaveLength(1);
    expect(problems.join()).not.toContain('s3cret');
  });

  it.each(['--Server:Port=', '--Server:Tls=yes'])('adds nothing where no plain value was given: %s', (argument) => {
    expect(problemsOf(argument).join()).not.toContain('given was');
  });
});
