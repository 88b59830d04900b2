import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import { uuid } from '../fake-values.ts';

/** Every page of the user interface, with what the stand-in has for it. */
export const PAGES = {
  sign: '/sign',
  begin: '/start',
  review: '/review',
  verify: '/verify',
  documents: '/signatures',
  completed: `/signatures/${uuid('done')}`,
  failed: `/signatures/${uuid('failed')}`,
  retry: `/signatures/${uuid('retry')}`,
  queued: `/signatures/${uuid('queued')}`,
  batch: `/batches/${uuid('batch')}`,
  dashboard: '/dashboard',
  certificates: '/certificates',
  providers: '/providers',
  'diagnosis-healthy': '/providers/desk-card/diagnosis',
  'diagnosis-file': '/providers/demo/diagnosis',
  'diagnosis-latched': '/providers/seal-hsm/diagnosis',
  'diagnosis-no-token': '/providers/usb-token/diagnosis',
  stations: '/stations',
  evidence: '/evidence',
  jobs: '/jobs',
  audit: '/audit',
  settings: '/settings',
  nothing: '/no/such/page',
} as const;

/** One pass of axe over the page as it is now: WCAG 2.2 AA and what axe calls good practice. */
export async function expectAccessible(page: Page): Promise<void> {
  await expectNothingFound(new AxeBuilder({ page }));
}

/** The part of axe that other colours can change. */
export async function expectContrast(page: Page): Promise<void> {
  await expectNothingFound(new AxeBuilder({ page }).withRules(['color-contrast', 'link-in-text-block']));
}

async function expectNothingFound(axe: AxeBuilder): Promise<void> {
  const { violations } = await axe.analyze();
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`);
  expect(found).toEqual([]);
}
