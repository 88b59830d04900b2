import type { StateFeed } from '../events/state-feed.ts';
import { newUuidV7 } from '../ids/uuid-v7.ts';
import type { Persistence } from '../persistence/persistence.ts';
import { Approvals, approvedOnlyDevice } from '../providers/pin-entry/approvals.ts';
import type { PinPads } from '../providers/pin-entry/pin-pads.ts';
import type { ProviderDirectory, SigningDevice } from '../providers/providers.ts';
import { createPinDesk, type PinDesk } from '../use-cases/pin-desk.ts';

export interface PinParts {
  readonly persistence: Persistence;
  readonly directory: ProviderDirectory & SigningDevice & PinPads;
  readonly feed: Pick<StateFeed, 'announceTokens'>;
  /** Calls the listener whenever what jobs wait for may have changed. */
  readonly subscribe: (listener: () => void) => () => void;
}

export interface OpenedPins {
  /** Null where no provider has its PIN entered by a person. */
  readonly desk: PinDesk | null;
  /** The directory as everybody may use it: with such a PIN it signs what was approved and nothing else. */
  readonly own: ProviderDirectory & SigningDevice;
}

/** Where PINs are entered, and the device that keeps to what was approved there. */
export function openPinDesk({ persistence, directory, feed, subscribe }: PinParts): OpenedPins {
  const approvals = new Approvals((providerId) => void directory.forgetPin(providerId));
  const asking = new Set(directory.asking.map(({ id }) => id));
  const device = approvedOnlyDevice(directory, approvals, (providerId) => asking.has(providerId));
  const own: OpenedPins['own'] = {
    listProviders: () => directory.listProviders(),
    providerHealth: (id) => directory.providerHealth(id),
    listCertificates: () => directory.listCertificates(),
    serves: (id, tenantId) => directory.serves(id, tenantId),
    isUnsure: (type, tenantId, thumbprint) => directory.isUnsure(type, tenantId, thumbprint),
    hasShown: (id, thumbprint) => directory.hasShown(id, thumbprint),
    onlyCertificate: (type, tenantId) => directory.onlyCertificate(type, tenantId),
    selectKey: (selection) => device.selectKey(selection),
    sign: (operation) => device.sign(operation),
  };
  if (asking.size === 0) return { desk: null, own };
  const desk = createPinDesk({
    ...{ persistence, approvals, pads: directory, providers: directory, subscribe },
    clock: () => new Date(),
    newId: newUuidV7,
    wake: () => feed.announceTokens(),
  });
  return { desk, own };
}
