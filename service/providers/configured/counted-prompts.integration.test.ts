import { expect, it } from 'vitest';
import { CARD_PIN, useEnteredCard, type CardKey } from './entered-card.suite.ts';

const COUNT = 40;

const card = useEnteredCard('counted-prompts');

/** Signs forty documents for a person who enters the PIN whenever it is asked for; what was said before each prompt. */
async function signForty(label: CardKey): Promise<(boolean | null)[]> {
  const thumbprint = card.thumbprintOf(label);
  const prompts: (boolean | null)[] = [];
  for (let signed = 0; signed < COUNT;) {
    const problem = await card.sign(label).then(
      () => null,
      (error: unknown) => error,
    );
    if (problem === null) {
      signed += 1;
      continue;
    }
    expect(problem).toMatchObject({ area: 'pin', waitReason: 'PIN_ASKED' });
    prompts.push((await card.host.directory.pinFacts('card', thumbprint)).isPerDocument);
    expect(
      await card.host.directory.enterPin('card', { pin: Buffer.from(CARD_PIN), thumbprint, isConfirmed: false }),
    ).toBeNull();
  }
  return prompts;
}

/** What a page says of the key before anything is signed. */
async function promptOf(label: CardKey): Promise<unknown> {
  const listed = await card.host.directory.listCertificates();
  return listed.find(({ sha256Thumbprint }) => sha256Thumbprint === card.thumbprintOf(label))?.pinPrompt;
}

const logins = (...names: string[]): Promise<number[]> => Promise.all(names.map((name) => card.module.callCount(name)));

it('asks once for forty documents, and promises nothing before the token has shown its key', async () => {
  expect(await promptOf('once')).toBe('person');
  expect(await signForty('once')).toEqual([null]);
  expect(await logins('C_Login', 'C_Login context', 'C_Login NULL')).toEqual([1, 0, 0]);
  expect(await promptOf('once')).toBe('batch');
  expect(await card.host.directory.pinFacts('card', card.thumbprintOf('once'))).toMatchObject({ isPerDocument: false });
});

it('asks forty times for a key that wants it, and says so once the token has shown the key', async () => {
  expect(await signForty('each-time')).toEqual([null, ...Array.from({ length: COUNT - 1 }, () => true)]);
  expect(await promptOf('each-time')).toBe('document');
  // Each PIN is tried by a login of its own before it counts: through that of the last one a wrong PIN would pass, too.
  expect(await logins('C_Login', 'C_Login context', 'C_Login NULL')).toEqual([COUNT, COUNT, 0]);
  const rules = [card.thumbprintOf('each-time'), card.thumbprintOf('once'), null].map(async (thumbprint) => {
    return (await card.host.directory.pinFacts('card', thumbprint)).isPerDocument;
  });
  expect(await Promise.all(rules), 'keys of one card that differ').toEqual([true, false, null]);
});

it.each([
  ['CKR_USER_NOT_LOGGED_IN', 0x101],
  ['CKR_FUNCTION_NOT_SUPPORTED', 0x54],
  ['CKR_BUFFER_TOO_SMALL', 0x150],
])('asks for the PIN of a card that answers %s before a login', async (_name, code) => {
  await card.module.misbehave(`hidden-attributes ${code}`);
  expect(await signForty('once')).toEqual([null]);
});

it('leaves all forty to the keys of the reader', async () => {
  await card.module.misbehave('pad 0');
  expect(await promptOf('once')).toBe('reader');
  expect(await signForty('once')).toEqual([]);
  expect(await logins('C_Login', 'C_Login context', 'C_Login NULL')).toEqual([0, 0, 1]);
  expect(await card.host.directory.pinFacts('card', null)).toMatchObject({ isOnReader: true });
});
