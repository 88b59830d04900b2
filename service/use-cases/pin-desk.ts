import type { CertificateDescriptor } from '../contract/http/providers.ts';
import type { SignatureFormat, SignatureProfile } from '../contract/vocabulary/signature-formats.ts';
import { eventOf } from '../domain/audit-events.ts';
import { tell } from '../contract/vocabulary/sentences/sentences.ts';
import { StationError } from '../domain/station-error.ts';
import type { RequestDetails, WaitingGroup } from '../persistence/persistence.ts';
import { notApproved, type Approvals } from '../providers/pin-entry/approvals.ts';
import type { AskingProvider, PinFacts, PinPads, PinProblem } from '../providers/pin-entry/pin-pads.ts';
import type { ProviderDirectory } from '../providers/providers.ts';
import { cancelSignature } from './cancel-signature.ts';
import type { UseCasePorts } from './ports.ts';

/** Most documents that one PIN is entered for (security rule: a person can stand for no more at once). */
export const MAX_DOCUMENTS_PER_PIN = 100;

/** A document that waits for its PIN, as the person sees it who is to enter it. */
export interface DocumentToSign {
  readonly signatureId: string;
  readonly fileName: string;
  readonly size: number;
  /** Of the stored bytes that will be signed, lower-case hex. */
  readonly sha256: string;
  readonly format: SignatureFormat;
  readonly profile: SignatureProfile;
  /** Who gave it in: `anonymous` or `api-key:<prefix>`. */
  readonly createdBy: string;
}

/** One question to a person: the PIN of one signer for the documents that wait for it. */
export interface PinPrompt {
  readonly provider: AskingProvider;
  readonly tenantId: string;
  /** Of the certificate that was asked for, SHA-1 or SHA-256; null: the provider's only one. */
  readonly thumbprint: string | null;
  readonly facts: PinFacts;
  /** Those that wait longest, at most 100. */
  readonly documents: readonly DocumentToSign[];
  /** All that wait, also those beyond the 100. */
  readonly count: number;
}

export interface PinAnswer {
  /** Overwritten when this has been answered. Empty where the reader itself asks: then this is the permission for it. */
  readonly pin: Uint8Array;
  /** What is approved: nothing else is signed with this PIN. */
  readonly signatureIds: readonly string[];
  /** The person knows that few tries are left, or the last one. */
  readonly isConfirmed: boolean;
}

/** `problem`: the token did not take the PIN; the documents go on waiting, and the same PIN is not tried again. */
export type PinOutcome =
  | { readonly kind: 'accepted'; readonly documents: number }
  | { readonly kind: 'refused'; readonly problem: PinProblem };

/** Where a person of this machine enters PINs. There is no way to it over HTTP (specification, section 5.7). */
export interface PinDesk {
  prompts(): Promise<readonly PinPrompt[]>;
  /** How many documents of the tenant wait for a PIN that is entered here; asks no token for more than its certificates. */
  count(tenantId: string): Promise<number>;
  /** Rejects with a StationError when a document waits no more or the process with the keys is away. */
  enter(prompt: PinPrompt, answer: PinAnswer): Promise<PinOutcome>;
  /** Signs nothing: those that still wait become Cancelled. */
  decline(prompt: PinPrompt, signatureIds: readonly string[]): Promise<void>;
  /** Told when it may be worth a look at the prompts; answers the function that ends it. */
  onChange(listener: () => void): () => void;
  /** The screen was locked, the machine goes to sleep, the program ends: every PIN and every approval is forgotten. */
  forget(): Promise<void>;
}

export interface PinDeskPorts extends Pick<UseCasePorts, 'persistence' | 'clock' | 'newId'> {
  readonly pads: PinPads;
  readonly providers: Pick<ProviderDirectory, 'serves' | 'listCertificates'>;
  readonly approvals: Approvals;
  /** Calls the listener whenever what documents wait for may have changed. */
  readonly subscribe: (listener: () => void) => () => void;
  /** Something may have become signable: whoever looks after waiting jobs looks now. */
  readonly wake: () => void;
}

/** The actor of audit events: whoever sits at the machine that the station runs on. */
const AT_THE_DESK = 'desk';

export function createPinDesk(ports: PinDeskPorts): PinDesk {
  let timesForgotten = 0;
  return {
    prompts: () => listPrompts(ports),
    count: async (tenantId) => {
      const asked = (await askedHere(ports)).filter(({ group }) => group.tenantId === tenantId);
      return asked.reduce((sum, { group }) => sum + group.count, 0);
    },
    enter: (prompt, answer) => {
      const before = timesForgotten;
      return ports.approvals.whileEntering(prompt.provider.id, () =>
        enterPin(ports, prompt, answer, () => timesForgotten > before),
      );
    },
    decline: async ({ tenantId }, signatureIds) => {
      const caller = { tenantId, actor: AT_THE_DESK, correlationId: null };
      for (const id of signatureIds) await cancelSignature(ports, caller, id);
    },
    onChange: (listener) => ports.subscribe(listener),
    forget: async () => {
      timesForgotten += 1;
      for (const { id } of ports.pads.asking) ports.approvals.withdraw(id);
      // At all at once: a token that does not answer keeps no other one open.
      await Promise.all(ports.pads.asking.map(({ id }) => ports.pads.forgetPin(id)));
    },
  };
}

/** What waits for a PIN of a provider of this machine. */
async function askedHere(
  ports: PinDeskPorts,
): Promise<readonly { readonly group: WaitingGroup; readonly provider: AskingProvider }[]> {
  const groups = (await ports.persistence.waitingGroups()).filter(({ waitReason }) => waitReason === 'PIN_ASKED');
  const isNamed = groups.some(({ certificateThumbprint }) => certificateThumbprint !== null);
  const listed = isNamed ? await ports.providers.listCertificates() : [];
  return groups.flatMap((group) => {
    const provider = providerOf(ports, group, listed);
    return provider === undefined ? [] : { group, provider };
  });
}

async function listPrompts(ports: PinDeskPorts): Promise<PinPrompt[]> {
  const prompts: PinPrompt[] = [];
  for (const { group, provider } of await askedHere(ports)) {
    const { tenantId, certificateThumbprint: thumbprint, count } = group;
    const facts = await ports.pads.pinFacts(provider.id, thumbprint).catch(() => UNKNOWN);
    const waiting = await waitingDocuments(ports, group);
    const documents = waiting.filter(({ signatureId }) => !isOnItsWay(ports, provider, facts, signatureId));
    const rest = count - (waiting.length - documents.length);
    if (documents.length > 0) prompts.push({ provider, tenantId, thumbprint, facts, documents, count: rest });
  }
  return prompts;
}

/** Approved, and nothing is missing any more: its job has only not come to look yet. */
function isOnItsWay(
  { approvals }: PinDeskPorts,
  { id }: AskingProvider,
  facts: PinFacts,
  signatureId: string,
): boolean {
  return (facts.isHeld || facts.isOnReader) && approvals.has(id, signatureId);
}

const UNKNOWN: PinFacts = {
  ...{ tokenLabel: null, length: null, tries: 'unknown' },
  ...{ isHeld: false, isOnReader: false, isPerDocument: null },
};

/**
 * The provider that shows the certificate, or else one that shows none before a login. A token that shows others is not
 * meant: a PIN would not be given to it, and where stations share a database its person would be asked for documents that
 * wait for a card at another desk.
 */
function providerOf(
  { pads, providers }: PinDeskPorts,
  { tenantId, signingProvider, certificateThumbprint: wanted }: WaitingGroup,
  listed: readonly CertificateDescriptor[],
): AskingProvider | undefined {
  const candidates = pads.asking.filter(({ id, type }) => type === signingProvider && providers.serves(id, tenantId));
  if (wanted === null) return candidates[0];
  const shownBy = ({ id }: AskingProvider): readonly CertificateDescriptor[] =>
    listed.filter(({ providerId }) => providerId === id);
  const isWanted = ({ thumbprint, sha256Thumbprint }: CertificateDescriptor): boolean =>
    [thumbprint, sha256Thumbprint].includes(wanted);
  return (
    candidates.find((each) => shownBy(each).some(isWanted)) ?? candidates.find((each) => shownBy(each).length === 0)
  );
}

async function waitingDocuments({ persistence }: PinDeskPorts, group: WaitingGroup): Promise<DocumentToSign[]> {
  const jobs = await persistence.waitingJobs(group, MAX_DOCUMENTS_PER_PIN);
  const found = await Promise.all(
    jobs.map(({ tenantId, signatureId }) => persistence.findRequest(tenantId, signatureId)),
  );
  return found.flatMap((details) => (details === undefined ? [] : [documentOf(details)]));
}

function documentOf({ request, input, additionalInputs }: RequestDetails): DocumentToSign {
  const { id, format, profile, createdBy } = request;
  const files = [input, ...additionalInputs];
  return {
    signatureId: id,
    fileName: files.map(({ originalFileName }) => originalFileName).join(', '),
    size: files.reduce((sum, { size }) => sum + size, 0),
    sha256: input.sha256,
    ...{ format, profile, createdBy },
  };
}

async function enterPin(
  ports: PinDeskPorts,
  prompt: PinPrompt,
  answer: PinAnswer,
  isForgotten: () => boolean,
): Promise<PinOutcome> {
  const { pin, signatureIds, isConfirmed } = answer;
  try {
    const approved = await requireWaiting(ports, prompt, signatureIds);
    const { provider, thumbprint, facts } = prompt;
    const entry = { pin, thumbprint, isConfirmed };
    // Where the key wants its PIN for each document, what an earlier one was entered for must not use this one up.
    if (facts.isPerDocument === true && !facts.isOnReader) ports.approvals.keepOnly(provider.id, signatureIds);
    const problem = facts.isOnReader ? null : await ports.pads.enterPin(provider.id, entry);
    if (problem !== null) return { kind: 'refused', problem };
    for (const details of approved) await auditApproval(ports, provider, details);
    if (isForgotten()) {
      // The PIN may have come to the token after it was told to forget.
      await ports.pads.forgetPin(provider.id);
      throw notApproved();
    }
    ports.approvals.approve(provider.id, signatureIds);
    ports.wake();
    return { kind: 'accepted', documents: approved.length };
  } finally {
    pin.fill(0);
  }
}

/** What was shown must be what is signed: only requests that wait for this very prompt can be approved. */
async function requireWaiting(
  { persistence }: PinDeskPorts,
  { tenantId, provider, thumbprint, documents }: PinPrompt,
  signatureIds: readonly string[],
): Promise<RequestDetails[]> {
  const isOfPrompt = signatureIds.every((id) => documents.some(({ signatureId }) => signatureId === id));
  const found = await Promise.all(signatureIds.map((id) => persistence.findRequest(tenantId, id)));
  const approved = found.filter(
    (details) =>
      details?.request.waitReason === 'PIN_ASKED' &&
      details.request.signingProvider === provider.type &&
      details.request.certificateThumbprint === thumbprint &&
      documents.some(
        ({ signatureId, sha256 }) => signatureId === details.request.id && sha256 === details.input.sha256,
      ),
  );
  const isEach = approved.length === signatureIds.length && new Set(signatureIds).size === signatureIds.length;
  if (!isOfPrompt || !isEach || signatureIds.length === 0) {
    throw new StationError('SIGNATURE_REQUEST_INVALID', tell('PIN_FOR_OTHER_DOCUMENTS'));
  }
  return approved.filter((details) => details !== undefined);
}

async function auditApproval(
  ports: PinDeskPorts,
  provider: AskingProvider,
  { request, input }: RequestDetails,
): Promise<void> {
  const { tenantId, id: entityId, correlationId } = request;
  const subject = { tenantId, entityType: 'SignatureRequest', entityId, actor: AT_THE_DESK, correlationId };
  const metadata = { providerId: provider.id, inputSha256: input.sha256 };
  await ports.persistence.appendAudit(eventOf(ports, subject, 'SigningApproved', metadata));
}
