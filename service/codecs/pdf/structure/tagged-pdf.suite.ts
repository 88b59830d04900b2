import { onePage } from '../../../../e2e/documents/pdf/one-page.ts';
import { buildPdf, stream, type BuildOptions, type Pieces } from '../../../../e2e/documents/pdf/pdf-builder.ts';

/** Hand-made tagged documents of one page. Objects from 20 on are the structure: 20 its root, 21 Document, 22 P. */

interface TaggedOptions {
  /** Of the structure tree root. */
  readonly root?: string;
  readonly page?: string;
  readonly catalog?: string;
  readonly pieces?: Pieces;
  readonly build?: Partial<BuildOptions>;
}

const CATALOG = '/Lang (en) /MarkInfo <</Marked true>> /StructTreeRoot 20 0 R';
const PARAGRAPH = '<</Type /StructElem /S /P /P 21 0 R /Pg 3 0 R /K 0>>';

export function taggedPdf({ root, page = '/Tabs /S', catalog = CATALOG, pieces, build }: TaggedOptions = {}): Buffer {
  return buildPdf({
    pieces: onePage({
      catalog,
      page: `/StructParents 0 ${page}`,
      extra: {
        4: stream('', Buffer.from('/P <</MCID 0>> BDC BT /F1 24 Tf 72 700 Td (Pay 10 EUR) Tj ET EMC')),
        20: `<</Type /StructTreeRoot ${root ?? '/K [21 0 R] /ParentTree 30 0 R /ParentTreeNextKey 1'}>>`,
        21: '<</Type /StructElem /S /Document /P 20 0 R /K [22 0 R]>>',
        22: PARAGRAPH,
        30: '<</Nums [0 [22 0 R]]>>',
        ...pieces,
      },
    }),
    ...build,
  });
}

interface SoundTree {
  readonly pdf: Buffer;
  /** Object number of the element that must get the new one. */
  readonly parent: number;
  /** The key that must be taken. */
  readonly key: number;
  /** Object numbers from 20 on that must be written again, and no others. */
  readonly changed: readonly number[];
}

const LEAF = '<</Limits [0 0] /Nums [0 [22 0 R]]>>';
const document = (kids: string): string => `<</Type /StructElem /S /Document /P 20 0 R /K ${kids}>>`;

/** Structure trees of every lawful build. */
export function soundTrees(): Record<string, SoundTree> {
  const tree = (parent: number, key: number, changed: readonly number[], options: TaggedOptions): SoundTree => {
    return { pdf: taggedPdf(options), parent, key, changed };
  };
  const branches: Pieces = { 30: '<</Kids [31 0 R 32 0 R]>>', 31: LEAF };
  const namespace: Pieces = {
    21: '<</Type /StructElem /S /Document /NS 40 0 R /P 20 0 R /K [22 0 R]>>',
    40: '<</Type /Namespace /NS (http://iso.org/pdf2/ssn)>>',
  };
  return {
    usual: tree(21, 1, [20, 21, 30], {}),
    'one kid, not in a list': tree(21, 1, [21, 30], {
      root: '/K 21 0 R /ParentTree 30 0 R',
      pieces: { 21: document('22 0 R') },
    }),
    'indirect lists': tree(21, 1, [33, 34], {
      root: '/K 32 0 R /ParentTree 30 0 R',
      pieces: { 21: document('33 0 R'), 30: '<</Nums 34 0 R>>', 32: '[21 0 R]', 33: '[22 0 R]', 34: '[0 [22 0 R]]' },
    }),
    'contents directly in Document': tree(21, 1, [21, 30], {
      root: '/K [21 0 R] /ParentTree 30 0 R',
      pieces: {
        21: '<</Type /StructElem /S /Document /P 20 0 R /Pg 3 0 R /K 0>>',
        22: 'null',
        30: '<</Nums [0 [21 0 R]]>>',
      },
    }),
    'several elements below the root': tree(20, 1, [20, 30], {
      root: '/K [22 0 R 23 0 R] /ParentTree 30 0 R /ParentTreeNextKey 1',
      pieces: { 21: 'null', 22: PARAGRAPH.replace('21', '20'), 23: '<</S /P /P 20 0 R>>' },
    }),
    'an element directly in the root': tree(20, 0, [20], {
      root: '/K <</S /Document /P 20 0 R>> /ParentTree <<>>',
      pieces: { 21: 'null', 22: 'null', 30: 'null' },
    }),
    'an empty tree': tree(20, 0, [20], { root: '', pieces: { 21: 'null', 22: 'null', 30: 'null' } }),
    'one element that is no Document': tree(20, 1, [20, 30], {
      root: '/K 21 0 R /ParentTree 30 0 R',
      pieces: { 21: document('[22 0 R]').replace('Document', 'Sect') },
    }),
    'a Document by its role': tree(21, 1, [21, 30], {
      root: '/K 21 0 R /ParentTree 30 0 R /RoleMap <</Letter /Whole /Whole /Document>>',
      pieces: { 21: document('[22 0 R]').replace('Document', 'Letter') },
    }),
    'roles that lead in a circle': tree(20, 1, [20, 30], {
      root: '/K 21 0 R /ParentTree 30 0 R /RoleMap <</Letter /Whole /Whole /Letter>>',
      pieces: { 21: document('[22 0 R]').replace('Document', 'Letter') },
    }),
    'a parent tree in the root': tree(21, 1, [20, 21], { root: '/K 21 0 R /ParentTree <</Nums [0 [22 0 R]]>>' }),
    'a parent tree with branches': tree(21, 8, [21, 30], {
      root: '/K 21 0 R /ParentTree 30 0 R',
      pieces: { ...branches, 32: '<</Limits [5 7] /Nums [5 22 0 R 7 22 0 R]>>' },
    }),
    'a parent tree with an indirect list of branches': tree(21, 8, [20, 21, 35], {
      root: '/K 21 0 R /ParentTree 30 0 R /ParentTreeNextKey 8',
      pieces: {
        ...{ 30: '<</Kids 35 0 R>>', 31: LEAF, 35: '[31 0 R 32 0 R]' },
        ...{ 32: '<</Limits [5 7] /Kids [33 0 R 34 0 R]>>' },
        ...{ 33: '<</Limits [5 5] /Nums [5 22 0 R]>>', 34: '<</Limits [7 7] /Nums [7 22 0 R]>>' },
      },
    }),
    'a next key that is taken': tree(21, 8, [20, 21, 30], {
      root: '/K 21 0 R /ParentTree 30 0 R /ParentTreeNextKey 7',
      pieces: { 30: '<</Nums [0 [22 0 R] 7 22 0 R]>>' },
    }),
    'a next key far above': tree(21, 5000, [20, 21, 30], {
      root: '/K 21 0 R /ParentTree 30 0 R /ParentTreeNextKey 5000',
    }),
    'structure types of PDF 2.0': tree(21, 1, [20, 21, 30], { pieces: namespace, build: { version: '2.0' } }),
    'objects in streams': tree(21, 1, [20, 21, 30], {
      build: { kind: 'stream', packed: [1, 2, 3, 20, 21, 22, 30], version: '1.5' },
    }),
    'an indirect list of annotations, no tab order': tree(21, 1, [20, 21, 30], {
      page: '/Annots 15 0 R',
      pieces: { 15: '[]' },
    }),
  };
}

/** Trees that must be left alone, and documents that are not tagged. */
export function untouchedTrees(): Record<string, Buffer> {
  const root = (entries: string, pieces: Pieces = {}): Buffer => taggedPdf({ root: entries, pieces });
  const parentTree = (text: string, pieces: Pieces = {}): Buffer => taggedPdf({ pieces: { 30: text, ...pieces } });
  const catalog = (text: string): Buffer => taggedPdf({ catalog: text });
  return {
    'not marked': catalog('/StructTreeRoot 20 0 R'),
    'marked as not tagged': catalog('/StructTreeRoot 20 0 R /MarkInfo <</Marked false>>'),
    'no structure': catalog('/MarkInfo <</Marked true>>'),
    'a root that is not there': catalog('/MarkInfo <</Marked true>> /StructTreeRoot 99 0 R'),
    'a root in the catalog': catalog('/MarkInfo <</Marked true>> /StructTreeRoot <</K 21 0 R>>'),
    'a root that is a list': catalog('/MarkInfo <</Marked true>> /StructTreeRoot 40 0 R'),
    'a root of another type': taggedPdf({
      catalog: '/MarkInfo <</Marked true>> /StructTreeRoot 40 0 R',
      pieces: { 40: '<</Type /Outlines>>' },
    }),
    'a root that is the page': catalog('/MarkInfo <</Marked true>> /StructTreeRoot 3 0 R'),
    'a root that is the catalog': catalog('/MarkInfo <</Marked true>> /StructTreeRoot 1 0 R'),
    'another meaning of Form': root('/K 21 0 R /ParentTree 30 0 R /RoleMap <</Form /Div>>'),
    'kids that are text': root('/K [(x)] /ParentTree (x)'),
    'a kid that is a list': root('/K [40 0 R] /ParentTree 30 0 R', { 40: '[]' }),
    'the page as the parent tree': root('/K 21 0 R /ParentTree 3 0 R'),
    'the annotations as kids': taggedPdf({ page: '/Annots 15 0 R', pieces: { 21: document('15 0 R'), 15: '[]' } }),
    'one object for two': root('/K 21 0 R /ParentTree 21 0 R'),
    'an element that says things twice': taggedPdf({ pieces: { 21: `<</S /Sect /S /Document /P 20 0 R>>` } }),
    'keys without values': parentTree('<</Nums [0 [22 0 R] 1]>>'),
    'keys out of order': parentTree('<</Nums [4 [22 0 R] 1 22 0 R]>>'),
    'keys that are no numbers': parentTree('<</Nums [(a) 22 0 R]>>'),
    'leaf and branch in one': parentTree('<</Nums [0 22 0 R] /Kids [31 0 R]>>', { 31: LEAF }),
    'limits that are wrong': parentTree('<</Kids [31 0 R]>>', { 31: '<</Limits [0 9] /Nums [0 [22 0 R]]>>' }),
    'a branch that is its own': parentTree('<</Kids [30 0 R]>>'),
    'a branch that is not there': parentTree('<</Kids [99 0 R]>>'),
    'a branch that is no object of its own': parentTree('<</Kids [<</Nums [0 22 0 R]>>]>>'),
    'a next key that is text': root('/K 21 0 R /ParentTree 30 0 R /ParentTreeNextKey (x)'),
    'a next key below zero': root('/K 21 0 R /ParentTree 30 0 R /ParentTreeNextKey -1'),
    'no keys left': root('/K 21 0 R /ParentTree 30 0 R /ParentTreeNextKey 2147483647'),
  };
}
