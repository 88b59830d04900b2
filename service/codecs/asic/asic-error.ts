/** An ASiCManifest that breaks EN 319 162-1 A.4 or cannot be read. Messages name the rule, never what the file says. */
export class AsicManifestError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'AsicManifestError';
  }
}
