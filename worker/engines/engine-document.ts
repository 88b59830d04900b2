/** A stored file on this machine for the length of one job; read only. */
export interface EngineDocument {
  /** May be written only when it is asked for. */
  readonly path: string;
  /** All of it, where it is in memory anyway. */
  readonly bytes?: Uint8Array;
  readonly size: number;
  /** Already cleaned for display; no path, at most 255 bytes of UTF-8. */
  readonly originalFileName: string;
}
