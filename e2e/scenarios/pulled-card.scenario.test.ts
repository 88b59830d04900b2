import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startStation, type RunningStation } from '../actors/station/running-station.ts';
import { createStationClient } from '../actors/station/station-client.ts';
import { MiddlewareMissing } from '../actors/tokens/middleware/middleware.ts';
import { startPivCard, type PivToken } from '../actors/tokens/middleware/opensc-piv.ts';
import { smallPdfs } from '../documents/pdf/make-pdfs.ts';

interface Moment {
  readonly name: string;
  /** What the card is asked for while it is pulled (ISO 7816-4). */
  readonly instruction: number;
  readonly isDone: boolean;
  readonly pulls: number;
}

const MOMENTS: readonly Moment[] = [
  { name: 'it is to sign', instruction: 0x87, isDone: false, pulls: 2 },
  { name: 'it has signed', instruction: 0x87, isDone: true, pulls: 2 },
  { name: 'it is read', instruction: 0xcb, isDone: false, pulls: 2 },
  // The middleware may then say nothing for half a minute, until its process is ended.
  { name: 'it has taken the PIN', instruction: 0x20, isDone: true, pulls: 1 },
];
const DOCUMENTS = 6;
const OUT_MILLISECONDS = 700;
const NO_ANSWER = Buffer.from('6f00', 'hex');

describe('a card that is pulled out in the middle of a command', () => {
  let dir: string;
  let token: PivToken | undefined;
  let station: RunningStation | undefined;

  beforeAll(async () => {
    dir = await mkdtemp(path.join(tmpdir(), 'pulled-card-'));
    try {
      token = await startPivCard(path.join(dir, 'piv'));
    } catch (error) {
      if (!(error instanceof MiddlewareMissing) || process.env['CI'] === 'true') throw error;
      console.error(`NOT TESTED: ${error.message}`);
      return;
    }
    station = await startStation({
      settings: {
        'Signing:SmartCard:ModulePath': token.modulePath,
        'Signing:SmartCard:PinSecretName': 'Card:Pin',
        // Were a pulled card a fault of signing, so few attempts would not outlast it.
        'SigningJobRetry:MaxAttempts': '2',
      },
      environment: { ...token.environment, SERVICE_SECRET_CARD_PIN: token.pin },
    });
  }, 120_000);
  afterAll(async () => {
    await station?.dispose();
    await token?.stop();
    await rm(dir, { recursive: true, force: true });
  });

  it.for(MOMENTS)(
    'when $name: every document is signed once it is back, and no try is lost',
    { timeout: 300_000 },
    async (moment, { skip }) => {
      if (token === undefined || station === undefined) return skip('It cannot run on this machine.');
      const { card, slot } = token;
      const client = createStationClient(station.url);
      const listed = await client.listedCertificates(2);
      const [certificate] = listed.filter(({ providerType }) => providerType === 'SmartCard');
      const answer = card.answer.bind(card);
      let left = moment.pulls;
      let isOut = false;
      const pull = (): Buffer => {
        left -= 1;
        isOut = true;
        slot?.eject();
        void delay(OUT_MILLISECONDS).then(() => {
          isOut = false;
          slot?.insert();
        });
        return NO_ANSWER;
      };
      card.answer = async (apdu) => {
        const isMoment = !isOut && left > 0 && apdu.readUInt8(1) === moment.instruction;
        if (isMoment && !moment.isDone) return pull();
        const given = await answer(apdu);
        return isMoment ? pull() : given;
      };
      const document = Object.values(smallPdfs())[0] ?? new Uint8Array();
      const fields = { signingProvider: 'SmartCard', certificateThumbprint: certificate?.thumbprint ?? '' };
      const ids = await Promise.all(
        Array.from({ length: DOCUMENTS }, async () => (await client.create(document, fields)).id),
      );
      for (const id of ids) {
        const view = await client.finished(id, 240_000);
        expect(view, `${view.errorCode ?? ''} ${view.errorMessage ?? ''}`).toMatchObject({ status: 'Completed' });
      }
      card.answer = answer;
      expect([left, card.triesLeft]).toEqual([0, 3]);
    },
  );
});
