export interface NameAttribute {
  readonly type: string;
  readonly value: string;
}

/** Splits at unescaped, unquoted separators and undoes RFC 4514 escapes (hex pairs are UTF-8 bytes). */
function splitUnescaped(text: string, isSeparator: (character: string) => boolean): string[] {
  const parts: string[] = [];
  let start = 0;
  let quoted = false;
  for (let index = 0; index < text.length; index += 1) {
    const character = text.charAt(index);
    if (character === '\\') index += 1;
    else if (character === '"') quoted = !quoted;
    else if (!quoted && isSeparator(character)) {
      parts.push(text.slice(start, index));
      start = index + 1;
    }
  }
  parts.push(text.slice(start));
  return parts;
}

function unescape(value: string): string {
  const trimmed = value.trim().replace(/^"(.*)"$/s, '$1');
  const withBytes = trimmed.replace(/(?:\\[0-9A-Fa-f]{2})+/g, (run) => {
    const bytes = Uint8Array.from(run.slice(1).split('\\'), (pair) => Number.parseInt(pair, 16));
    return new TextDecoder().decode(bytes);
  });
  return withBytes.replace(/\\(.)/gs, '$1');
}

/**
 * The attributes of a distinguished name in string form (RFC 4514), in written order. Multi-valued names are flattened;
 * a part without `=` is dropped. The text comes from a certificate, so anything may be in it: nothing here throws.
 */
export function parseDistinguishedName(name: string): readonly NameAttribute[] {
  const attributes: NameAttribute[] = [];
  for (const part of splitUnescaped(name, (character) => ',;+\n'.includes(character))) {
    const equals = part.indexOf('=');
    if (equals > 0) attributes.push({ type: part.slice(0, equals).trim(), value: unescape(part.slice(equals + 1)) });
  }
  return attributes;
}

const DISPLAY_ORDER = ['CN', '2.5.4.3', 'O', '2.5.4.10', 'OU', 'E', 'EMAIL', 'EMAILADDRESS'] as const;

/** The name a person would call the holder: common name, else organisation, else the whole text. */
export function displayName(name: string): string {
  const attributes = parseDistinguishedName(name);
  for (const type of DISPLAY_ORDER) {
    const found = attributes.find((attribute) => attribute.type.toUpperCase() === type && attribute.value !== '');
    if (found !== undefined) return found.value;
  }
  return name;
}

/** The organisation in the name, when it says more than the display name. */
export function organisation(name: string): string | null {
  const found = parseDistinguishedName(name).find((attribute) => attribute.type.toUpperCase() === 'O');
  return found === undefined || found.value === displayName(name) ? null : found.value;
}
