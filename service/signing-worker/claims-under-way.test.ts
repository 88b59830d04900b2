import { expect, it, vi } from 'vitest';
import { ClaimsUnderWay } from './claims-under-way.ts';

it('ends when all that was asked for is claimed or refused, and claims nothing more', async () => {
  const claims = new ClaimsUnderWay();
  const [slow, refused] = [Promise.withResolvers<string>(), Promise.withResolvers<string>()];
  const asked = claims.ask(() => slow.promise, 'none');
  const inVain = claims.ask(() => refused.promise, 'none');
  let hasEnded = false;
  expect(claims.isOver).toBe(false);
  const ended = claims.end().then(() => (hasEnded = true));
  expect(claims.isOver).toBe(true);
  const late = vi.fn(() => Promise.resolve('late'));
  expect(await claims.ask(late, 'none')).toBe('none');
  expect(late).not.toHaveBeenCalled();
  refused.reject(new Error('away'));
  await expect(inVain).rejects.toThrow('away');
  expect(hasEnded).toBe(false);
  slow.resolve('claimed');
  expect(await asked).toBe('claimed');
  await ended;
});
