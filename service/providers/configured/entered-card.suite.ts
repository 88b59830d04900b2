import type { TokenEntry } from '../token-host/protocol.ts';

/** The card with the label `station` behind this module, whose PIN a person enters. */
export function cardWithEnteredPin(modulePath: string): TokenEntry {
  return {
    ...{ type: 'SmartCard', id: 'card', name: 'Card', modulePath, tokenLabel: 'station', slotId: null },
    ...{ serial: null, pinSecretName: null, pinFrom: 'person', preferFirstSlotWhenAmbiguous: false },
  };
}
