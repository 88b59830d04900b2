import type { CertificateDescriptor } from '../../../service/contract/http/providers.ts';
import type { SignatureView } from '../../../service/contract/http/signatures.ts';
import type { VerificationReport } from '../../../service/contract/http/verification.ts';
import type { StationClient } from '../../api/station-client.ts';
import { explainError, type Explanation } from '../../messages/explanation.ts';
import { isTerminal } from '../../state/batch-model.ts';
import { randomId } from '../../state/random-id.ts';

type Client = Pick<StationClient, 'submitSignature' | 'signature' | 'verification'>;

export interface TestSignature {
  readonly isRunning: boolean;
  /** The request as it is now; null before there is one. */
  readonly view: SignatureView | null;
  /** What the station says of the signature that was made. */
  readonly verdict: VerificationReport['overallStatus'] | null;
  readonly fault: Explanation | null;
  /** Signs a short text with this certificate. Only after the person has agreed: the token may want its PIN. Never rejects. */
  readonly run: (certificate: Pick<CertificateDescriptor, 'providerType' | 'sha256Thumbprint'>) => Promise<void>;
  readonly stop: () => void;
}

const LOOK_MILLISECONDS = 500;

/** A signature made to see whether everything works, followed until it is done or the page is left. */
export function createTestSignature(client: Client): TestSignature {
  let isRunning = $state(false);
  let view = $state.raw<SignatureView | null>(null);
  let verdict = $state.raw<VerificationReport['overallStatus'] | null>(null);
  let fault = $state.raw<Explanation | null>(null);
  const control = new AbortController();

  async function follow(id: string): Promise<void> {
    while (!control.signal.aborted) {
      view = await client.signature(id);
      if (isTerminal(view.status)) break;
      await new Promise((resolve) => setTimeout(resolve, LOOK_MILLISECONDS));
    }
    if (view?.status === 'Completed') verdict = (await client.verification(id)).overallStatus;
  }

  return {
    get isRunning() {
      return isRunning;
    },
    get view() {
      return view;
    },
    get verdict() {
      return verdict;
    },
    get fault() {
      return fault;
    },
    async run({ providerType, sha256Thumbprint }) {
      if (isRunning) return;
      [isRunning, view, verdict, fault] = [true, null, null, null];
      const form = new FormData();
      const fields = { format: 'CAdES', profile: 'B', signingProvider: providerType };
      for (const [name, value] of Object.entries(fields)) form.append(name, value);
      form.append('certificateThumbprint', sha256Thumbprint);
      form.append(
        'file',
        new File(['Signing Station: test signature\n'], 'test-signature.txt', { type: 'text/plain' }),
      );
      const how = { idempotencyKey: randomId(), onProgress: () => undefined, signal: control.signal };
      try {
        await follow((await client.submitSignature(form, how)).id);
      } catch (error) {
        if (!control.signal.aborted) fault = explainError(error);
      } finally {
        isRunning = false;
      }
    },
    stop: () => control.abort(),
  };
}
