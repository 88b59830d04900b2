import type { FormField } from '../../codecs/pdf/form-fields.ts';
import { isNamed, PdfDictionary, PdfReference } from '../../codecs/pdf/pdf-objects.ts';
import { plainFlags } from './flags.ts';
import type { RevisionStep } from './revision-changes.ts';

/** What programs write into a field, beside what they fill in or sign, that says nothing else than the field did. */

/** ReadOnly, Required and NoExport. */
const ACCESS_FLAGS = 0b111;

/**
 * Keys that were left out and say now what holds where they are left out, or on which page the widget is (ISO 32000-2
 * table 166). Forms by iText 5 do not say the page, and iText writes it where it fills such a field in or signs it; MuPDF
 * writes down defaults. Throws PdfError.
 */
export function plainAdditions(step: RevisionStep, field: FormField, after: PdfDictionary): ReadonlySet<string> {
  const before = field.dictionary;
  const holds: Readonly<Record<string, () => boolean>> = {
    P: () => namesItsPage(step, field, after),
    F: () => plainFlags(after, 'F') === 0,
    // A field without flags of its own may have others from above.
    Ff: () => plainFlags(after, 'Ff') === 0 && before.get('Parent') === null,
    BS: () => before.get('Border') === null && isDefaultBorder(after),
  };
  const isAdded = (key: string): boolean => !before.entries.has(key) && after.get(key) !== null;
  return new Set(Object.keys(holds).filter((key) => isAdded(key) && holds[key]?.() === true));
}

function namesItsPage(step: RevisionStep, { reference }: FormField, after: PdfDictionary): boolean {
  const page = after.get('P');
  if (reference === null || !(page instanceof PdfReference)) return false;
  const index = step.pages.get(page.number);
  return index !== undefined && index === step.pageOf(reference.number);
}

/**
 * Flags that say who may fill the field in and whether it is sent (table 227): programs make a field read-only once it is
 * filled in or signed. They alter nothing of what it shows.
 */
export function hasOtherAccess(before: PdfDictionary, after: PdfDictionary): boolean {
  // A field without flags of its own may have others from above.
  const isOpen = before.get('Parent') !== null;
  const [older, newer] = [before, after].map((one) =>
    one.get('Ff') === null && isOpen ? null : plainFlags(one, 'Ff'),
  );
  return older != null && newer != null && (older | ACCESS_FLAGS) === (newer | ACCESS_FLAGS);
}

/** Table 168: a solid line of one point. */
function isDefaultBorder(after: PdfDictionary): boolean {
  const style = after.get('BS');
  if (!(style instanceof PdfDictionary) || style.hasDuplicateKeys || !style.hasPlainIntegers('W')) return false;
  return [...style.entries].every(
    ([key, value]) =>
      (key === 'W' && value === 1) ||
      (key === 'S' && isNamed(value, 'S')) ||
      (key === 'Type' && isNamed(value, 'Border')),
  );
}
