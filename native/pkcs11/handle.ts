/** A slot, session or object as the binding hands it on: CK_ULONG in the machine's own byte order. */
export type Handle = Buffer;
