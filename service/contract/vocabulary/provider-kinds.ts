import { PROVIDER_KINDS, type ProviderKind, type ProviderType } from './signing.ts';

/** The types of a kind. */
type TypeOf<Kind extends ProviderKind> = {
  [Type in ProviderType]: (typeof PROVIDER_KINDS)[Type] extends Kind ? Type : never;
}[ProviderType];

/** Those of a union of entries that are of a kind. */
export type OfKind<Entry, Kind extends ProviderKind> = Entry extends { readonly type: TypeOf<Kind> } ? Entry : never;

/**
 * Decides something of a provider by what holds its keys: a token's PIN has few tries. There is no default, and nowhere
 * does the type's name decide, so that a further kind does not compile until every place has decided what becomes of it.
 */
export function byKind<Entry extends { readonly type: ProviderType }, Result>(
  entry: Entry,
  decide: { readonly [Kind in ProviderKind]: (entry: OfKind<Entry, Kind>) => Result },
): Result {
  const decision = decide[PROVIDER_KINDS[entry.type]] as (entry: Entry) => Result;
  return decision(entry);
}
