/**
 * Where each line of the middleware list comes from. Public sources disagree about paths: all of them are tried and
 * none is trusted; what a machine has decides.
 */
export const SOURCES = {
  A: 'Autogram, DefaultDriverDetector.java',
  B: 'demoiselle/signer, driver map',
  C: 'clienteafirma, SmartCardUnifiedKeyStoreManager.java and MozillaKeyStoreUtilities.java',
  D: 'DigiDoc4, QPKCS11.cpp',
  F: 'webcrypto-local, card.json 1.1.23',
  I: 'an Italian table of CNS middleware',
  J: 'signer4j, strategies',
  K: 'SignServer CE, signserver_deploy.properties.sample',
  R: 'a field study of third-party modules that names its sources',
  T: 'chrome-token-signing, PKCS11Path.cpp',
  U: 'a table of modules in a Rust project',
  W: 'libelectronic-id, Pkcs11ElectronicID.cpp',
} as const;
type Source = keyof typeof SOURCES;

/** `debug` modules write PINs to files, `hsm` modules are no smart cards: neither is ever tried unasked. */
type ProductKind = 'card' | 'national-id' | 'software' | 'hsm' | 'debug';

export type Platform = 'linux' | 'darwin' | 'win32';

/**
 * One piece of middleware. Paths hold the variables `{system32}`, `{programFiles}`, `{programFilesX86}` and
 * `{multiarch}` (x86_64-linux-gnu or aarch64-linux-gnu), and `*` for any run of characters within one name.
 */
export interface MiddlewareProduct {
  readonly id: string;
  readonly name: string;
  readonly kind: ProductKind;
  readonly sources: readonly Source[];
  readonly paths: Readonly<Partial<Record<Platform, readonly string[]>>>;
}
