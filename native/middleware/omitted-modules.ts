/** A module that is never tried unasked, by the beginning of its file name in lower case. */
export interface OmittedModule {
  readonly product: string;
  readonly fileNames: readonly string[];
  readonly reason: string;
}

const CLOUD = 'opens windows or connections as soon as it is loaded';

/** Source: R (see product.ts), except for the proxy, which would show every token a second time. */
export const OMITTED_MODULES: readonly OmittedModule[] = [
  { product: 'BirdID', fileNames: ['vault-pkcs11.'], reason: CLOUD },
  { product: 'SERPRO NeoID', fileNames: ['serpropkcs11.', 'libneoidp11.'], reason: CLOUD },
  { product: 'Certisign desktopID', fileNames: ['desktopid_provider.'], reason: CLOUD },
  {
    product: 'NSS software token',
    fileNames: ['libsoftokn3.', 'softokn3.'],
    reason: 'keeps its keys in the files of a browser, not on a token',
  },
  {
    product: 'p11-kit proxy',
    fileNames: ['p11-kit-proxy.'],
    reason: 'shows the tokens of other modules a second time',
  },
];

/** The omitted module that a file is by its name; undefined for all others. */
export function omittedModule(fileName: string): OmittedModule | undefined {
  const name = fileName.toLowerCase();
  return OMITTED_MODULES.find(({ fileNames }) => fileNames.some((beginning) => name.startsWith(beginning)));
}
