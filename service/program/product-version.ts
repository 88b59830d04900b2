import { productManifest } from './product-manifest.ts';

/** The product's version by its package.json above `folder`; 0.0.0 where none says it. */
export async function productVersion(folder: string = import.meta.dirname): Promise<string> {
  const { version } = await productManifest(folder);
  return typeof version === 'string' ? version : '0.0.0';
}
