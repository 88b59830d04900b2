/** What is behind a USB id. An ambiguous one is used by tokens and by readers of other makers. */
export interface UsbToken {
  readonly vendorId: number;
  readonly productIds: readonly number[];
  readonly name: string;
  readonly kind: 'token' | 'reader' | 'ambiguous';
  /** Ids of products that drive it, the likely one first; empty for readers, whose cards decide. */
  readonly products: readonly string[];
}

/** Ids that name a token before any driver is installed. Compiled from a tool for Brazilian tokens: hints, no proof. */
const USB_TOKENS: readonly UsbToken[] = [
  {
    vendorId: 0x0529,
    productIds: [0x0600, 0x0620, 0x0621, 0x0622, 0x0514],
    name: 'SafeNet eToken',
    kind: 'token',
    products: ['safenet', 'idprime'],
  },
  {
    vendorId: 0x08e6,
    productIds: [0x3437, 0x3438, 0x34ec, 0x3479],
    name: 'Gemalto card reader',
    kind: 'reader',
    products: [],
  },
  {
    vendorId: 0x096e,
    productIds: [0x0807, 0x0808],
    name: 'Feitian ePass2003',
    kind: 'token',
    products: ['feitian-epass2003', 'opensc'],
  },
  { vendorId: 0x096e, productIds: [0x0305], name: 'Feitian ePass', kind: 'token', products: ['feitian-epassng'] },
  {
    vendorId: 0x058f,
    productIds: [0x9540],
    name: 'Watchdata token or Alcor card reader',
    kind: 'ambiguous',
    products: ['watchdata'],
  },
  { vendorId: 0x25dd, productIds: [0x3111], name: 'Bit4id token', kind: 'token', products: ['bit4id'] },
  { vendorId: 0x0dc3, productIds: [0x0802, 0x1004], name: 'Athena token', kind: 'token', products: ['athena'] },
  { vendorId: 0x072f, productIds: [0x90cc, 0x2200], name: 'ACS card reader', kind: 'reader', products: [] },
  { vendorId: 0x046a, productIds: [0x003e, 0x0070], name: 'Cherry card reader', kind: 'reader', products: [] },
  { vendorId: 0x04e6, productIds: [0x5116, 0x5410, 0x5816], name: 'SCM card reader', kind: 'reader', products: [] },
  { vendorId: 0x076b, productIds: [0x3021, 0x5321], name: 'OMNIKEY card reader', kind: 'reader', products: [] },
  { vendorId: 0x1050, productIds: [0x0407, 0x0406], name: 'YubiKey', kind: 'token', products: ['ykcs11', 'opensc'] },
];

/** What the ids of a plugged-in device say; undefined for a device that is no known token or reader. */
export function usbTokenOf(vendorId: number, productId: number): UsbToken | undefined {
  return USB_TOKENS.find((token) => token.vendorId === vendorId && token.productIds.includes(productId));
}
