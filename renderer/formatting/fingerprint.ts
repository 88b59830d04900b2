/** Hex digits in groups of four, so that two people can compare them aloud. */
export function groupHex(hex: string): string {
  return hex.replace(/(.{4})(?=.)/g, '$1 ');
}

/** First and last digits of a long identifier, for places with little room. */
export function shortenId(id: string): string {
  return id.length <= 13 ? id : `${id.slice(0, 8)}…${id.slice(-4)}`;
}
