import { UNNAMED_PROVIDERS } from '../../service/contract/vocabulary/provider-types.ts';
import { text } from './messages.ts';

const UNNAMED = Object.entries(UNNAMED_PROVIDERS) as [keyof typeof UNNAMED_PROVIDERS, string][];

/** A provider as people know it: by the name that it was given, or in the language of the page where it has none. */
export function providerName({ displayName }: { readonly displayName: string }): string {
  // Among several stations the name of the station follows in parentheses.
  const unnamed = UNNAMED.find(([, name]) => displayName === name || displayName.startsWith(`${name} (`));
  if (unnamed === undefined) return displayName;
  const [kind, name] = unnamed;
  return text.providers.unnamed[kind] + displayName.slice(name.length);
}
