import { startTokenHost, type RunningTokenHost } from '../../../e2e/actors/tokens/running-token-host.ts';
import type { SoftHsmToken } from '../../../e2e/actors/tokens/softhsm.ts';

export interface CardInReader {
  readonly token: SoftHsmToken;
  readonly pin: string;
  /** Kept from one token-host to the next. */
  readonly pinGuardDirectory: string;
}

/** Works with a card in a reader of which no setting says which card is in it. */
export async function withCardInReader<Result>(
  { token, pin, pinGuardDirectory }: CardInReader,
  work: (host: RunningTokenHost) => Promise<Result>,
): Promise<Result> {
  const host = startTokenHost({
    entries: [
      {
        ...{ type: 'SmartCard', id: 'card', name: 'Card', modulePath: token.modulePath },
        ...{ tokenLabel: null, slotId: null, serial: null, pinSecretName: 'Card:Pin' },
        ...{ preferFirstSlotWhenAmbiguous: false },
      },
    ],
    pinGuardDirectory,
    environment: { ...token.environment, SERVICE_SECRET_CARD_PIN: pin },
  });
  try {
    return await work(host);
  } finally {
    await host.stop();
  }
}
