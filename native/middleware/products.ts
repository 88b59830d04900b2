import path from 'node:path';
import { CARD_PRODUCTS, OPENSC } from './card-products.ts';
import { DEBUG_PRODUCTS, HSM_PRODUCTS, SOFTHSM } from './hsm-products.ts';
import { NATIONAL_ID_PRODUCTS } from './national-id-products.ts';
import type { MiddlewareProduct } from './product.ts';

/** All middleware in the order in which it is tried: makers' own first, OpenSC last. */
export const PRODUCTS: readonly MiddlewareProduct[] = [
  ...CARD_PRODUCTS,
  ...NATIONAL_ID_PRODUCTS,
  SOFTHSM,
  ...HSM_PRODUCTS,
  ...DEBUG_PRODUCTS,
  OPENSC,
];

const BY_ID = new Map(PRODUCTS.map((product) => [product.id, product]));
const BY_FILE_NAME = new Map(
  PRODUCTS.toReversed().flatMap((product) =>
    Object.values(product.paths).flatMap((paths) => paths.map((each) => [fileName(each), product] as const)),
  ),
);

/** The product a file is by its name; undefined for a name that is not in the list. */
export function productOfFile(file: string): MiddlewareProduct | undefined {
  return BY_FILE_NAME.get(fileName(file));
}

/** Names of products by their ids; an unknown id stands for itself. */
export function productNames(ids: readonly string[]): string[] {
  return ids.map((id) => BY_ID.get(id)?.name ?? id);
}

function fileName(file: string): string {
  return path.win32.basename(file).toLowerCase();
}
