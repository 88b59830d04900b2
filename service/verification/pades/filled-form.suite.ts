import { stream } from '../../../e2e/documents/pdf/pdf-builder.ts';
import { PdfReference } from '../../codecs/pdf/pdf-objects.ts';
import { certified, contractPdf } from './contract-pdf.suite.ts';
import { latin1, signPdf, updatePdf, type TestSigner } from './signed-pdf.suite.ts';

/** One field of a certified form, and how a later revision fills it in. */
export interface Filling {
  /** Entries of the field that the certified form has. */
  readonly field?: string;
  /** Entries of the form that it has. */
  readonly form?: string;
  /** /V, written as in the file; null leaves it out. */
  readonly value?: string | null;
  readonly content: string;
  readonly box?: string;
  /** Further entries of the drawing. */
  readonly drawing?: string;
  /** Font that the drawing has as /Helv. */
  readonly font?: string;
  /** Further categories of resources. */
  readonly resources?: string;
  /** Further entries of the filled field. */
  readonly entries?: string;
  /** Further objects of the filling revision; texts call them 40, 41, as they call the drawing 20 and its font 21. */
  readonly more?: readonly string[];
  /** How the drawing hangs in the field. */
  readonly appearance?: string;
}

export const HELVETICA = '<</Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding>>';
export const TEXT = '/FT /Tx';

const WIDGET = '/Type /Annot /Subtype /Widget /T (name) /Rect [100 500 300 520] /P 3 0 R /F 4';
const STYLE = '/DA (/Helv 12 Tf 0 g)';

/** A form certified for filling, filled in, and signed by somebody for that; every widget has a drawing from the start. */
export function filledForm(signer: TestSigner, filling: Filling, level = 2): Buffer {
  const field = filling.field ?? TEXT;
  const empty = stream('/Type /XObject /Subtype /Form /BBox [0 0 200 20]', Buffer.from('/Tx BMC EMC'));
  const base = certified(
    signer,
    level,
    contractPdf({
      6: `<</Fields [7 0 R] /DR <</Font <</Helv 9 0 R>>>> ${filling.form ?? ''}>>`,
      7: `<<${WIDGET} ${STYLE} ${field} /AP <</N 8 0 R>>>>`,
      8: empty,
      9: HELVETICA,
    }),
  );
  return signPdf(fill(base, filling, field), signer, { name: 'Filled' });
}

function fill(base: Buffer, filling: Filling, field: string): Buffer {
  const { value = '(Bob)', box = '0 0 200 20', drawing = '', font = HELVETICA, resources = '' } = filling;
  const { appearance = '<</N 20 0 R>>', entries = '', more = [] } = filling;
  const head = `/Type /XObject /Subtype /Form /BBox [${box}] ${drawing}`;
  const style = entries.includes('/DA') ? '' : STYLE;
  const widget = `<<${WIDGET} ${style} ${field} ${value === null ? '' : `/V ${value}`} ${entries} /AP ${appearance}>>`;
  return updatePdf(base, (update) => {
    const texts = new Map<number, string>([[7, widget]]);
    texts.set(
      20,
      stream(`${head} /Resources <</Font <</Helv 21 0 R>> ${resources}>>`, latin1(filling.content)).toString('latin1'),
    );
    texts.set(21, font);
    more.forEach((text, index) => texts.set(40 + index, text));
    const numbers = new Map([...texts.keys()].map((number) => [number, number === 7 ? 7 : update.reserve().number]));
    for (const [number, text] of texts) {
      const named = text.replaceAll(/\b(2[01]|4[0-9]) 0 R/g, (_, own) => `${numbers.get(Number(own)) ?? 4} 0 R`);
      update.replaceBody(new PdfReference(numbers.get(number) ?? 0, 0), latin1(named));
    }
  });
}

/** As Acrobat writes a single line. */
export const line = (text: string, setup = '/Helv 12 Tf 0 g', at = '2 5.7 Td'): string =>
  `/Tx BMC q 1 1 198 18 re W n BT ${setup} ${at} (${text}) Tj ET Q EMC`;
