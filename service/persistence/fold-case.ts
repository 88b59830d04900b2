/** The form in which texts are compared regardless of case and of how accents are composed. */
export function foldCase(text: string): string {
  return text.normalize('NFC').toLowerCase();
}
