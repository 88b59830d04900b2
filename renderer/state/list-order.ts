import type { Router } from './router.svelte.ts';

/** The order of a list that is asked for; null: as the station gives it, the newest first. */
export type ListOrder = 'oldest' | null;

/** The order that the address of the page says. */
export function orderIn(router: Pick<Router, 'query'>): ListOrder {
  return router.query('order') === 'oldest' ? 'oldest' : null;
}
