import type { ProviderType } from './signing.ts';

/**
 * What holds the keys of each type of provider: a file that a password opens, or a token that a PKCS#11 module speaks to
 * and whose PIN has few tries. What differs between providers is decided by their kind and nowhere by the type's name, so
 * that a further kind does not compile until every place has decided what becomes of it.
 */
export const PROVIDER_KINDS = {
  Pfx: 'key-file',
  Pkcs11: 'token',
  SmartCard: 'token',
  Hsm: 'token',
} as const satisfies Readonly<Record<ProviderType, string>>;
export type ProviderKind = (typeof PROVIDER_KINDS)[ProviderType];

/** The types of a kind. */
type TypeOf<Kind extends ProviderKind> = {
  [Type in ProviderType]: (typeof PROVIDER_KINDS)[Type] extends Kind ? Type : never;
}[ProviderType];

/** Those of a union of entries that are of a kind. */
export type OfKind<Entry, Kind extends ProviderKind> = Entry extends { readonly type: TypeOf<Kind> } ? Entry : never;

/** Decides something of a provider by what holds its keys; there is no default. */
export function byKind<Entry extends { readonly type: ProviderType }, Result>(
  entry: Entry,
  decide: { readonly [Kind in ProviderKind]: (entry: OfKind<Entry, Kind>) => Result },
): Result {
  const decision = decide[PROVIDER_KINDS[entry.type]] as (entry: Entry) => Result;
  return decision(entry);
}
