import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig, type Plugin } from 'vite';

/** As resources/setup/shipped-packages.mjs lists them; zod and the fonts are dependencies of the program, too. */
const INTO_PAGE = /[\\/]node_modules[\\/](svelte|clsx|pdfjs-dist|zod|dejavu-fonts-ttf)[\\/]/;

const CONTRACT = /[\\/]service[\\/]contract[\\/].*\.ts$/;

export default defineConfig({
  root: 'renderer',
  // Absolute: the host answers /signatures/<id> with index.html, and a relative address would look below that path.
  base: '/',
  plugins: [svelte({ compilerOptions: { runes: true } }), withoutDescriptions(), namedPackagesOnly()],
  build: {
    outDir: '../dist/renderer',
    emptyOutDir: true,
    target: 'es2023',
    // The page's Content-Security-Policy knows 'self' only: no data: assets, no inline scripts.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
});

/** What the bundle takes in ships, and has to stand in the list of what does. */
function namedPackagesOnly(): Plugin {
  return {
    name: 'named-packages-only',
    generateBundle: (_options, bundle) => {
      const ids = Object.values(bundle).flatMap((each) => ('modules' in each ? Object.keys(each.modules) : []));
      const other = ids.find((id) => id.includes('node_modules') && !INTO_PAGE.test(id));
      if (other !== undefined) throw new Error(`${other} has come into the bundle of the page.`);
    },
  };
}

/** What is looked at of a node of a syntax tree (ESTree). */
interface Syntax {
  readonly type: string;
  readonly end: number;
  readonly callee?: Syntax;
  readonly object?: Syntax;
  readonly property?: Syntax;
  readonly name?: string;
  readonly arguments?: readonly Syntax[];
  readonly left?: Syntax;
  readonly right?: Syntax;
  readonly expressions?: readonly Syntax[];
}

/** Leaves out of the pages what schemas say of themselves for the OpenAPI document: texts that no page shows. */
function withoutDescriptions(): Plugin {
  return {
    name: 'without-descriptions',
    transform: {
      // Types are gone by then.
      order: 'post',
      filter: { id: CONTRACT },
      handler(code) {
        const cuts = nodesIn(this.parse(code)).flatMap(cutOf);
        const isFirstOver = (one: Cut, other: Cut): number => other.to - one.to;
        const lean = cuts
          .toSorted(isFirstOver)
          .reduce((left, { from, to }) => left.slice(0, from) + left.slice(to), code);
        return { code: lean, map: null };
      },
    },
  };
}

interface Cut {
  readonly from: number;
  readonly to: number;
}

/** `.describe(text)` of a call; where the text is made by code, that runs as before. */
function cutOf({ type, callee, arguments: [text, ...more] = [], end }: Syntax): Cut[] {
  if (type !== 'CallExpression' || callee?.property?.name !== 'describe' || callee.object === undefined) return [];
  return text !== undefined && more.length === 0 && isText(text) ? [{ from: callee.object.end, to: end }] : [];
}

function isText({ type, left, right, expressions = [] }: Syntax): boolean {
  if (left !== undefined && right !== undefined) return isText(left) && isText(right);
  return type === 'Literal' || (type === 'TemplateLiteral' && expressions.length === 0);
}

function nodesIn(value: unknown): Syntax[] {
  if (typeof value !== 'object' || value === null) return [];
  const inside = Object.values(value).flatMap(nodesIn);
  return 'type' in value ? [value as Syntax, ...inside] : inside;
}
