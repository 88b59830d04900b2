const HEADERS = 0x200;
const SECTION_AT = 0x1000;

/**
 * A library for Windows (PE32, x86) that names functions and holds none: what makensis wants to see of a plugin while it
 * compiles a script (PE format, "The .edata Section").
 */
export function pluginLibrary(names: readonly string[]): Buffer {
  const sorted = names.toSorted();
  const exports = exportSection(sorted);
  const bytes = Buffer.alloc(HEADERS + Math.ceil(exports.length / HEADERS) * HEADERS);
  bytes.write('MZ', 0, 'latin1');
  bytes.writeUInt32LE(0x40, 0x3c);
  bytes.write('PE\0\0', 0x40, 'latin1');
  // Machine i386, one section, 224 bytes of optional header, a DLL.
  bytes.writeUInt16LE(0x14c, 0x44);
  bytes.writeUInt16LE(1, 0x46);
  bytes.writeUInt16LE(224, 0x54);
  bytes.writeUInt16LE(0x2102, 0x56);
  // Optional header: PE32, image base, alignments, sizes, sixteen directories with the exports first.
  const optional = 0x58;
  bytes.writeUInt16LE(0x10b, optional);
  write(bytes, optional, {
    28: 0x1000_0000,
    32: SECTION_AT,
    36: HEADERS,
    56: 2 * SECTION_AT,
    60: HEADERS,
    92: 16,
    96: SECTION_AT,
    100: exports.length,
  });
  const section = optional + 224;
  bytes.write('.edata', section, 'latin1');
  write(bytes, section, {
    8: exports.length,
    12: SECTION_AT,
    16: bytes.length - HEADERS,
    20: HEADERS,
    36: 0x4000_0040,
  });
  exports.copy(bytes, HEADERS);
  return bytes;
}

/** The directory, then addresses, pointers to the names, ordinals, and the names. */
function exportSection(names: readonly string[]): Buffer {
  const addresses = 40;
  const pointers = addresses + names.length * 4;
  const ordinals = pointers + names.length * 4;
  let next = ordinals + names.length * 2;
  const places = names.map((name) => (next += name.length + 1) - name.length - 1);
  const section = Buffer.alloc(next + 12);
  section.write('plugin.dll\0', next, 'latin1');
  write(section, 0, {
    12: SECTION_AT + next,
    16: 1,
    20: names.length,
    24: names.length,
    28: SECTION_AT + addresses,
    32: SECTION_AT + pointers,
    36: SECTION_AT + ordinals,
  });
  names.forEach((name, index) => {
    section.writeUInt32LE(SECTION_AT, addresses + index * 4);
    section.writeUInt32LE(SECTION_AT + (places[index] ?? 0), pointers + index * 4);
    section.writeUInt16LE(index, ordinals + index * 2);
    section.write(`${name}\0`, places[index] ?? 0, 'latin1');
  });
  return section;
}

/** Words of 32 bits by their places behind `base`. */
function write(bytes: Buffer, base: number, words: Readonly<Record<number, number>>): void {
  for (const [at, value] of Object.entries(words)) bytes.writeUInt32LE(value, base + Number(at));
}
