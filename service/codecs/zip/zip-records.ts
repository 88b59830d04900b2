/** Layout of the records of a ZIP file (APPNOTE 6.3.10, 4.3); all numbers are little-endian. */
export const LOCAL_HEADER = { signature: 0x04034b50, bytes: 30 } as const;
export const DIRECTORY_HEADER = { signature: 0x02014b50, bytes: 46 } as const;
export const DATA_DESCRIPTOR = { signature: 0x08074b50 } as const;
export const ZIP64_END = { signature: 0x06064b50, bytes: 56 } as const;
export const ZIP64_LOCATOR = { signature: 0x07064b50, bytes: 20 } as const;
export const END = { signature: 0x06054b50, bytes: 22 } as const;

/** A field with all bits set says: the value stands in the Zip64 extra field. */
export const MAX_UINT16 = 0xffff;
export const MAX_UINT32 = 0xffffffff;

export const EXTRA_ZIP64 = 0x0001;
export const EXTRA_UNICODE_PATH = 0x7075;
/** Attributes of a file once more, as libarchive reads them (its writer calls them experimental). */
export const EXTRA_OTHER_ATTRIBUTES = 0x6c78;

export const METHOD_STORED = 0;
export const METHOD_DEFLATED = 8;

export const FLAG_ENCRYPTED = 0x0001;
/** Two bits in which a deflater tells how hard it tried; they mean nothing to a reader. */
export const FLAGS_DEFLATE_EFFORT = 0x0006;
export const FLAG_DATA_DESCRIPTOR = 0x0008;
export const FLAG_STRONG_ENCRYPTION = 0x0040;
export const FLAG_UTF8 = 0x0800;
export const FLAG_MASKED_HEADERS = 0x2000;

export function dataView(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
