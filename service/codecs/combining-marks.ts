/** Of the Stream-Safe Text Format (UAX 15, section 13): no language puts as many marks on one letter. */
const TOO_MANY_MARKS = /\p{M}{31}/u;

/**
 * Whether a text has more marks on one letter than can be put in order in good time: normalisation takes the square of
 * their number, and somebody else may have written thousands.
 */
export function hasTooManyMarks(text: string): boolean {
  return TOO_MANY_MARKS.test(text);
}
