import { z } from 'zod';
import {
  DiagnosedModule,
  DiagnosedReader,
  DiagnosedToken,
  KeyFile,
  LeftOutModule,
  ModuleCandidate,
  SecretState,
  SmartCardService,
  UsbDevice,
} from '../../contract/http/diagnosis.ts';
import { ProviderEntry } from './protocol.ts';

/** Channel on the link between the host and a doctor process. */
export const DOCTOR_CHANNEL = 'doctor';
/** Sent by a process that probes a module before each call into it; the payload is the name of the call. */
export const TOPIC_STAGE = 'stage';
/** Sent by a process that watches: a USB device came or went; no payload. */
export const TOPIC_USB_CHANGED = 'usb-changed';

export const ModuleProbe = DiagnosedModule.pick({
  ...{ outcome: true, detail: true, library: true, slots: true, unmetNeeds: true, isInLockout: true },
});
export type ModuleProbe = z.infer<typeof ModuleProbe>;

export const Candidates = z.strictObject({ candidates: z.array(ModuleCandidate), leftOut: z.array(LeftOutModule) });
export type Candidates = z.infer<typeof Candidates>;

export const Devices = z.strictObject({
  smartCardService: SmartCardService,
  readers: z.array(DiagnosedReader).nullable(),
  usbDevices: z.array(UsbDevice).nullable(),
});
export type Devices = z.infer<typeof Devices>;

/** What lies in a key file that could be opened. */
export const KeyFileContents = DiagnosedToken.pick({ certificates: true, unreadCertificates: true });
export type KeyFileContents = z.infer<typeof KeyFileContents>;

export const Keeping = z.strictObject({
  keyFile: KeyFile.nullable(),
  /** Null: there is no key file, or it did not open. */
  contents: KeyFileContents.nullable(),
  secret: SecretState,
  /** A file that was meant to be that of a secret that is missing. */
  misplacedSecret: z.string().nullable(),
  /** Where the file of a missing secret leads, which is a link to something that does not exist; null where it is none. */
  danglingSecret: z.string().nullable(),
});
export type Keeping = z.infer<typeof Keeping>;

/** What the configured PIN would meet on a token, known without trying it. */
export const PinOutlook = z.strictObject({
  serial: z.string(),
  /** Two tokens may have one serial number. */
  label: z.string(),
  /**
   * `refused`: the token said no to this very PIN before; `locked`: it said that its PIN is locked. `broke-off`: logins
   * with it ended before they were answered. `others-refused`: other PINs were wrong, and this one has never been right.
   */
  latch: z.enum(['none', 'refused', 'locked', 'broke-off', 'others-refused']),
  /** A blank or line end before or behind it, which a file or a variable brings along unseen. */
  hasBlankAround: z.boolean(),
  /** Quotation marks around it, a name before it or a second line, as people write settings. */
  isWithMore: z.boolean(),
  length: z.enum(['fits', 'empty', 'too-short', 'too-long']),
});
export type PinOutlook = z.infer<typeof PinOutlook>;

export const PinOutlooks = z.strictObject({
  outlooks: z.array(PinOutlook),
  /** A file of the PIN guard that cannot be read, so that nothing is tried; null when there is none. */
  damagedFile: z.string().nullable(),
});
export type PinOutlooks = z.infer<typeof PinOutlooks>;

const Nothing = z.strictObject({});
const TokenNames = z.strictObject({
  manufacturer: z.string(),
  model: z.string(),
  serial: z.string(),
  label: z.string(),
  /** Path of the module that shows it. */
  module: z.string(),
  /** SHA-256 thumbprints. */
  certificates: z.array(z.string()),
  minPinLength: z.int(),
  maxPinLength: z.int(),
});

/**
 * What a doctor process answers. The host starts one process for each kind of question: only one that answers `keeping`
 * and `pinOutlook` has secrets in its environment, and it loads no code of others; one that answers `probe` loads a
 * vendor's module and knows no secret. Nothing here logs in.
 */
export const DOCTOR_PROTOCOL = {
  /** Modules of this machine, the configured one first and OpenSC last; nothing is loaded. */
  candidates: { params: z.strictObject({ configuredPath: z.string().nullable() }), result: Candidates },
  /** Where the provider's key file and secret are, and whether they can be read. */
  keeping: {
    params: z.strictObject({ entry: ProviderEntry, secretsDirectory: z.string().nullable() }),
    result: Keeping,
  },
  /** Empty when there is no PIN to judge. */
  pinOutlook: {
    params: z.strictObject({
      entry: ProviderEntry,
      secretsDirectory: z.string().nullable(),
      pinGuardDirectory: z.string(),
      tokens: z.array(TokenNames),
    }),
    result: PinOutlooks,
  },
  devices: { params: Nothing, result: Devices },
  /** Loads the module in this process and lists what it shows without a login. */
  probe: { params: z.strictObject({ path: z.string() }), result: ModuleProbe },
  /** From now on TOPIC_USB_CHANGED is sent, where the bus can be watched. */
  watchUsb: { params: Nothing, result: z.strictObject({ isWatching: z.boolean() }) },
} as const;
