import { productManifest } from './product-manifest.ts';

const OF_A_CHECKOUT = 'npm run station --';

/**
 * How the command line of the program above `folder` is called, as a page shows it before a command. A package says it in
 * its package.json; null: it brings none, or has no package.json. A checkout has its script.
 */
export async function commandLine(folder: string = import.meta.dirname): Promise<string | null> {
  const { name, commandLine: own = OF_A_CHECKOUT } = await productManifest(folder);
  return name !== undefined && typeof own === 'string' ? own : null;
}
