/** A stored file on this machine for the length of one job; read only. */
export interface EngineDocument {
  readonly path: string;
  readonly size: number;
  /** Already cleaned for display; no path, at most 255 bytes of UTF-8. */
  readonly originalFileName: string;
}
