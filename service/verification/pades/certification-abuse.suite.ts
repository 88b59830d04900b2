import { dictionaryOf, PdfReference } from '../../codecs/pdf/pdf-objects.ts';
import { annotate, certified, contractPdf, DOC_MDP, TEXT_FIELD, type Attacks } from './contract-pdf.suite.ts';
import {
  appearanceDictionary,
  changeCatalog,
  cmsOf,
  latin1,
  listField,
  replaceObject,
  signPdf,
  updatePdf,
  type TestSigner,
} from './signed-pdf.suite.ts';

/** Evil annotations, sneaky signatures, and certifications turned around. */
export function certificationAttacks(signer: TestSigner): Attacks {
  const approved = signPdf(contractPdf(), signer);
  const lockAll = '/Lock <</Type /SigFieldLock /Action /All>>';
  const lockName = '/Lock <</Type /SigFieldLock /Action /Include /Fields [(name)]>>';
  return {
    'annotation, certified for annotations': () => annotate(certified(signer, 3), '/Subtype /FreeText /Contents (x)'),
    'annotation, certified for forms': () => annotate(certified(signer, 2), '/Subtype /FreeText /Contents (x)'),
    'annotation, certified for nothing': () => annotate(certified(signer, 1), '/Subtype /Stamp'),
    'annotation, not certified': () => annotate(approved, '/Subtype /Redact'),
    'annotation changed, certified for annotations': () =>
      replaceObject(
        certified(signer, 3, contractPdf({ 7: '<</Type /Annot /Subtype /Text>>', 6: '<</Fields []>>' })),
        7,
        '<</Type /Annot /Subtype /Stamp>>',
      ),
    'form filled in, certified for forms': () =>
      replaceObject(certified(signer, 2), 7, TEXT_FIELD.replace('(Ann)', '(Bob)')),
    'form filled in, certified for nothing': () =>
      replaceObject(certified(signer, 1), 7, TEXT_FIELD.replace('(Ann)', '(Bob)')),
    'unsigned signature field with a drawing': () => sneak(approved, ''),
    'unsigned signature field with a drawing, certified': () => sneak(certified(signer, 2), ''),
    'unsigned signature field without a drawing': () => sneak(approved, '', false),
    'signature of nothing with a drawing, certified': () =>
      sneak(
        certified(signer, 2),
        '/V <</Type /Sig /SubFilter /ETSI.CAdES.detached /Contents <00> /ByteRange [0 0 0 0]>>',
      ),
    'invalid signature with a drawing, certified': () =>
      signPdf(certified(signer, 2), signer, { isVisible: true, contents: () => cmsOf(signer)(Buffer.alloc(32)) }),
    'signature field with an action': () =>
      signPdf(approved, signer, { fieldEntries: '/A <</S /JavaScript /JS (evil)>>' }),
    'second signature, certified for nothing': () => signPdf(certified(signer, 1), signer),
    'second certification': () => signPdf(certified(signer, 2), signer, { entries: DOC_MDP(2) }),
    'certification after an approval': () => certified(signer, 2, approved),
    'certification that the catalog does not name': () => signPdf(contractPdf(), signer, { entries: DOC_MDP(2) }),
    'certification while the catalog names something else': () =>
      signPdf(contractPdf(), signer, {
        entries: DOC_MDP(2),
        also: (update) => changeCatalog(update, { Perms: dictionaryOf({ DocMDP: update.add(dictionaryOf({})) }) }),
      }),
    'unsigned signature field in the form only': () =>
      updatePdf(approved, (update) => {
        const field = update.reserve();
        update.replaceBody(field, latin1('<</FT /Sig /T (Sneaky)>>'));
        listField(update, field);
      }),
    'drawn field on the page only, certified for annotations': () =>
      annotate(certified(signer, 3), '/Subtype /Widget /FT /Sig /T (Sneaky) /AP <</N 4 0 R>>'),
    'drawn field on the page only': () => annotate(approved, '/Subtype /Widget /FT /Sig /T (Sneaky) /AP <</N 4 0 R>>'),
    'unknown P': () => certified(signer, 4),
    'P is not a number': () => certified(signer, '(2)'),
    'permissions removed': () => updatePdf(certified(signer, 1), (update) => changeCatalog(update, { Perms: null })),
    'permissions redirected': () =>
      updatePdf(certified(signer, 1), (update) =>
        changeCatalog(update, { Perms: dictionaryOf({ DocMDP: update.add(null) }) }),
      ),
    'permissions raised': () => raisePermission(certified(signer, 1)),
    'all fields locked, signed again': () => signPdf(signPdf(contractPdf(), signer, { fieldEntries: lockAll }), signer),
    'a field locked and filled in': () =>
      replaceObject(
        signPdf(contractPdf(), signer, { fieldEntries: lockName }),
        7,
        TEXT_FIELD.replace('(Ann)', '(Bob)'),
      ),
    'a field locked under a certification and filled in': () =>
      replaceObject(
        signPdf(certified(signer, 2), signer, { fieldEntries: lockName }),
        7,
        TEXT_FIELD.replace('(Ann)', '(Bob)'),
      ),
  };
}

/** A new signature field over the page that nobody signed. */
function sneak(pdf: Buffer, value: string, isDrawn = true): Buffer {
  const annotated = annotate(
    pdf,
    `/Subtype /Widget /FT /Sig /T (Sneaky) ${value} ${isDrawn ? '/AP <</N 90 0 R>>' : ''}`,
  );
  return updatePdf(annotated, (update, document) => {
    const number = document.endNumber - 1;
    listField(update, new PdfReference(number, 0));
    if (isDrawn) update.addStream(appearanceDictionary(), latin1('0 0 500 800 re f'));
  });
}

function raisePermission(pdf: Buffer): Buffer {
  const text = pdf.toString('latin1');
  const number = Number(/(\d+) 0 obj\n<<\/Type \/Sig/.exec(text)?.[1]);
  const body = text.slice(text.indexOf('<</Type /Sig'), text.indexOf('endobj', text.indexOf('<</Type /Sig')));
  return replaceObject(pdf, number, body.replace('/P 1', '/P 3'));
}
