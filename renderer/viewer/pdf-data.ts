const ADDRESSES: Readonly<Record<string, string>> = {
  ...import.meta.glob<string>('../../node_modules/pdfjs-dist/cmaps/*.bcmap', {
    query: '?url',
    import: 'default',
    eager: true,
  }),
  ...import.meta.glob<string>('../../node_modules/pdfjs-dist/standard_fonts/*.{pfb,ttf}', {
    query: '?url',
    import: 'default',
    eager: true,
  }),
  ...import.meta.glob<string>('../../node_modules/pdfjs-dist/wasm/{jbig2,openjpeg,qcms_bg}.wasm', {
    query: '?url',
    import: 'default',
    eager: true,
  }),
};
const BY_NAME = new Map(Object.entries(ADDRESSES).map(([path, address]) => [path.replace(/^.*\//, ''), address]));

/**
 * Gives pdf.js the character maps, standard fonts and decoders that came with the station; its parser itself can reach
 * nothing. Rejects for anything else.
 */
export class StationPdfData {
  async fetch({ filename }: { readonly filename: string }): Promise<Uint8Array> {
    const address = BY_NAME.get(filename);
    if (address === undefined) throw new Error(`There is no ${filename}`);
    const response = await fetch(address);
    if (!response.ok) throw new Error(`${filename} did not come`);
    return new Uint8Array(await response.arrayBuffer());
  }
}
