const MAX_READABLE_CHARACTERS = 80;

/** Names from the document as they may stand in a sentence: nothing invisible, nothing that turns text around. */
export function readable(text: string): string {
  const visible = text.replaceAll(/[\p{C}\p{Zl}\p{Zp}"]/gu, '?');
  return visible.length > MAX_READABLE_CHARACTERS ? `${visible.slice(0, MAX_READABLE_CHARACTERS)}…` : visible;
}
