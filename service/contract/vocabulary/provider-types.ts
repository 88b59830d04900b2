import { z } from 'zod';

/** Kinds of key holders. A provider is one configured entry of such a kind. */
export const PROVIDER_TYPES = ['Pfx', 'Pkcs11', 'SmartCard', 'Hsm'] as const;
export const ProviderType = z.enum(PROVIDER_TYPES);
export type ProviderType = z.infer<typeof ProviderType>;

/** What holds the keys of each type: a file that a password opens, or a token that a PKCS#11 module speaks to. */
export const PROVIDER_KINDS = {
  Pfx: 'key-file',
  Pkcs11: 'token',
  SmartCard: 'token',
  Hsm: 'token',
} as const satisfies Readonly<Record<ProviderType, string>>;
export type ProviderKind = (typeof PROVIDER_KINDS)[ProviderType];

export const PROVIDER_STATUSES = ['Healthy', 'Degraded', 'Unavailable'] as const;
export const ProviderStatus = z.enum(PROVIDER_STATUSES);
export type ProviderStatus = z.infer<typeof ProviderStatus>;

/**
 * Names of providers that nobody has named. They are recorded and told to programs like any other name; pages say them in
 * their own language.
 */
export const UNNAMED_PROVIDERS = {
  card: 'Smart card',
  demo: 'Demo identity (not for real documents)',
} as const;

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
