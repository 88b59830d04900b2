import { createContext } from 'svelte';
import { credentialHeaders } from '../api/credentials.ts';
import { createStationClient, type StationClient } from '../api/station-client.ts';
import { uploadWithProgress } from '../api/upload.ts';
import { createBatch, type Batch } from './batch.svelte.ts';
import { createCredentialStore, type CredentialStore } from './credentials.svelte.ts';
import { createLive, type Live } from './live.svelte.ts';
import { createResource, type Resource } from './resource.svelte.ts';
import { createRouter, type Router } from './router.svelte.ts';
import { createThemeChoice, type ThemeChoice } from './theme.svelte.ts';
import { createToasts, type Toasts } from './toasts.svelte.ts';
import type { ApprovalList } from '../../service/contract/http/approvals.ts';
import { throttle } from './throttle.ts';
import type { CertificateDescriptor, ProviderItem } from '../../service/contract/http/providers.ts';

/** Everything that pages share. Made once in App, handed down by context. */
export interface Station {
  readonly client: StationClient;
  readonly credentials: CredentialStore;
  readonly live: Live;
  readonly batch: Batch;
  readonly router: Router;
  readonly theme: ThemeChoice;
  readonly toasts: Toasts;
  readonly certificates: Resource<readonly CertificateDescriptor[]>;
  readonly providers: Resource<readonly ProviderItem[]>;
  /** What waits for a person, kept up to date whatever page is open. */
  readonly approvals: Resource<ApprovalList>;
}

/** `useStation()` in any component below the one that called `provideStation(station)`. */
export const [useStation, provideStation] = createContext<Station>();

/** Connects the page to the station that served it. */
export function createStation(): Station {
  const credentials = createCredentialStore();
  const client = createStationClient({
    origin: '',
    fetch: (input, init) => fetch(input, init),
    upload: uploadWithProgress,
    credentials: () => credentials.current,
  });
  const live = createLive({ url: '/api/v1/events', headers: () => credentialHeaders(credentials.current) });
  const certificates = createResource(() => client.certificates());
  const providers = createResource(() => client.providers());
  // Lists that somebody looks at, or has looked at, follow the tokens; others are loaded when their page opens.
  live.onTokens(() => {
    if (certificates.value !== null) void certificates.load();
    if (providers.value !== null) void providers.load();
  });
  const approvals = followApprovals(client, live);
  return {
    client,
    credentials,
    live,
    batch: createBatch(client, live),
    router: createRouter(),
    theme: createThemeChoice(),
    toasts: createToasts(),
    certificates,
    providers,
    approvals,
  };
}

/** Many documents come and go in a second; what waits is asked for at most this often. */
const APPROVALS_MILLISECONDS = 1_500;

/** A station that gives nobody here an answer is asked again when its stream of events is opened anew. */
function followApprovals(client: StationClient, live: Live): Resource<ApprovalList> {
  const approvals = createResource(() => client.approvals());
  const refresh = throttle(() => void approvals.load(), APPROVALS_MILLISECONDS);
  live.onGap(() => {
    if (live.isConnected) refresh.call();
  });
  live.onChange(({ status }) => {
    const mayMatter = status === 'Queued' || (approvals.value?.count ?? 0) > 0;
    if (mayMatter && approvals.fault === null) refresh.call();
  });
  return approvals;
}
