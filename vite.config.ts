import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vite';

export default defineConfig({
  root: 'renderer',
  // Absolute: the host answers /signatures/<id> with index.html, and a relative address would look below that path.
  base: '/',
  plugins: [svelte({ compilerOptions: { runes: true } })],
  build: {
    outDir: '../dist/renderer',
    emptyOutDir: true,
    target: 'es2023',
    // The page's Content-Security-Policy knows 'self' only: no data: assets, no inline scripts.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
});
