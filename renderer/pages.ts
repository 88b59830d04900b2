import type { Component } from 'svelte';
import { loadLaterTexts } from './state/language.ts';
import type { PageName } from './state/routes.ts';

/** What is drawn for a route; pages of one thing get its id. */
export type PageComponent = Component<{ id: string }>;

type Load = () => Promise<{ readonly default: unknown }>;

/** Every page but the first comes when it is opened, so that the first one is there at once. */
const LOADS: Readonly<Record<Exclude<PageName, 'sign'>, Load>> = {
  begin: () => import('./pages/begin/BeginPage.svelte'),
  review: () => import('./pages/review/ReviewPage.svelte'),
  documents: () => import('./pages/documents/DocumentsPage.svelte'),
  signature: () => import('./pages/signature/SignaturePage.svelte'),
  batch: () => import('./pages/batch/BatchPage.svelte'),
  verify: () => import('./pages/verify/VerifyPage.svelte'),
  dashboard: () => import('./pages/dashboard/DashboardPage.svelte'),
  certificates: () => import('./pages/certificates/CertificatesPage.svelte'),
  providers: () => import('./pages/providers/ProvidersPage.svelte'),
  diagnosis: () => import('./pages/diagnosis/DiagnosisPage.svelte'),
  stations: () => import('./pages/stations/StationsPage.svelte'),
  evidence: () => import('./pages/evidence/EvidencePage.svelte'),
  jobs: () => import('./pages/jobs/JobsPage.svelte'),
  audit: () => import('./pages/audit/AuditPage.svelte'),
  settings: () => import('./pages/settings/SettingsPage.svelte'),
  'not-found': () => import('./pages/not-found/NotFoundPage.svelte'),
};

/** The component of a page, with the texts that it needs. Rejects when a script cannot be had: the station is away, or of another version by now. */
export async function loadPage(page: Exclude<PageName, 'sign'>): Promise<PageComponent> {
  const [{ default: component }] = await Promise.all([LOADS[page](), loadLaterTexts()]);
  return component as PageComponent;
}
