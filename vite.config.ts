import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig, type Plugin } from 'vite';

/** As resources/setup/shipped-packages.mjs lists them; zod and the fonts are dependencies of the program, too. */
const INTO_PAGE = /[\\/]node_modules[\\/](svelte|clsx|pdfjs-dist|zod|dejavu-fonts-ttf)[\\/]/;

export default defineConfig({
  root: 'renderer',
  // Absolute: the host answers /signatures/<id> with index.html, and a relative address would look below that path.
  base: '/',
  plugins: [svelte({ compilerOptions: { runes: true } }), namedPackagesOnly()],
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
