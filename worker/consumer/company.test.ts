import { describe, expect, it } from 'vitest';
import { createCompany } from './company.ts';

/** Runs that note their begin and end, and end when they are told to. */
function runs() {
  const steps: string[] = [];
  const ends = new Map<string, () => void>();
  const run = (name: string) => async () => {
    steps.push(`${name} begins`);
    await new Promise<void>((resolve) => ends.set(name, resolve));
    steps.push(`${name} ends`);
    return name;
  };
  const end = async (name: string): Promise<void> => {
    ends.get(name)?.();
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { steps, run, end };
}

describe('the company of a job', () => {
  it('is nobody for one that runs alone: it waits for those before it, and those behind it wait', async () => {
    const { steps, run, end } = runs();
    const company = createCompany();
    const all = [company.together(run('a')), company.together(run('b')), company.alone(run('suspect'))];
    all.push(company.together(run('c')), company.alone(run('second suspect')), company.together(run('d')));
    await end('none');
    expect(steps).toEqual(['a begins', 'b begins']);
    await end('b');
    expect(steps).not.toContain('suspect begins');
    await end('a');
    expect(steps.slice(2)).toEqual(['b ends', 'a ends', 'suspect begins']);
    await end('suspect');
    expect(steps.slice(5)).toEqual(['suspect ends', 'c begins']);
    await end('c');
    expect(steps.slice(7)).toEqual(['c ends', 'second suspect begins']);
    await end('second suspect');
    await end('d');
    expect(await Promise.all(all)).toEqual(['a', 'b', 'suspect', 'c', 'second suspect', 'd']);
  });

  it('goes on after a run that failed', async () => {
    const company = createCompany();
    await expect(company.alone(() => Promise.reject(new Error('store')))).rejects.toThrow('store');
    await expect(company.together(() => Promise.reject(new Error('store')))).rejects.toThrow('store');
    expect(await company.alone(() => Promise.resolve('next'))).toBe('next');
  });
});
