import type { Configuration } from '../config/configuration.ts';
import type { StateFeed } from '../events/state-feed.ts';
import type { Logger } from '../telemetry/logger.ts';
import { placeOrder } from '../use-cases/place-order.ts';
import type { UseCasePorts } from '../use-cases/ports.ts';
import { stampOptionsOf } from '../use-cases/stamp-options.ts';
import { NODE_SYSTEM } from './folder-system.ts';
import { FolderWatch } from './folder-watch.ts';
import { createStationIntake, type FolderOrder } from './station-intake.ts';

type FolderSettings = Configuration['WatchedFolders'][number];

export interface WatchedFoldersParts {
  readonly configuration: Pick<Configuration, 'WatchedFolders' | 'Signatures' | 'Approvals'>;
  readonly ports: Omit<UseCasePorts, 'stateFeed'>;
  readonly feed: Pick<StateFeed, 'subscribe'>;
  readonly station: string;
  readonly uploadDirectory: string;
  /** The ending by which leftovers among the uploads are known. */
  readonly uploadSuffix: string;
  readonly logger: Logger;
}

export interface WatchedFolders {
  /** Folders whose documents wait or stay, and why. */
  problems(): readonly { readonly name: string; readonly problem: string }[];
  stop(): Promise<void>;
}

/** Watches every configured folder. Throws SIGNATURE_REQUEST_INVALID where the options of one do not go together. */
export function startWatchedFolders(parts: WatchedFoldersParts): WatchedFolders {
  const { configuration, ports } = parts;
  const { Signatures, Approvals } = configuration;
  const orders = configuration.WatchedFolders.map((settings) => ({ settings, order: orderOf(settings) }));
  const watches = orders.map(({ settings, order }) => {
    const tenantId = settings.TenantId ?? Signatures.DefaultTenantId;
    const approvalRule = settings.ApprovalRule ?? Approvals.Rule;
    const watch = new FolderWatch({
      name: settings.Name,
      station: parts.station,
      quietMilliseconds: settings.QuietMilliseconds,
      intervalMilliseconds: settings.IntervalMilliseconds,
      maxInFlight: settings.MaxInFlight,
      places: { in: settings.In, out: settings.Out, done: settings.Done, failed: settings.Failed },
      system: NODE_SYSTEM,
      intake: createStationIntake(ports, parts.feed, { name: settings.Name, tenantId, approvalRule, order }),
      uploadDirectory: parts.uploadDirectory,
      uploadName: () => ports.newId() + parts.uploadSuffix,
      maxBytes: Signatures.MaxUploadBytes,
      clock: ports.clock,
      newId: ports.newId,
      logger: parts.logger,
    });
    return { name: settings.Name, watch };
  });
  return {
    problems: () =>
      watches.flatMap(({ name, watch }) => (watch.problem === null ? [] : [{ name, problem: watch.problem }])),
    async stop() {
      await Promise.all(watches.map(({ watch }) => watch.stop()));
    },
  };
}

/** Documents are signed as they are, in containers with CAdES. */
const SIGN = { operation: 'sign', targetSignature: null, containerSignature: null } as const;

/** The same rules as those of a request over REST. */
export function orderOf(settings: FolderSettings): FolderOrder {
  const { Format: format, Profile: profile, SigningProvider: signingProvider } = settings;
  const stampOptions = stampOptionsOf({
    signatureRect: settings.SignatureRect,
    signatureAnchor: settings.SignatureAnchor,
    stampTemplate: settings.StampTemplate,
  });
  const order = placeOrder({
    ...{ format, profile, stampOptions, ...SIGN },
    packaging: settings.Packaging,
    visibleSignature: settings.VisibleSignature,
    signatureNote: settings.SignatureNote,
    appearancePageNumber: settings.SignaturePage,
    signatureField: settings.SignatureField,
    certification: settings.Certification,
    hasImage: false,
  });
  return { ...order, signingProvider, certificateThumbprint: settings.CertificateThumbprint };
}
