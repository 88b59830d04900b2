import AdmZip from 'adm-zip';

export interface ContainerPart {
  readonly cms: Buffer;
  readonly content: Buffer;
}

/**
 * The CAdES signatures of an ASiC container with the bytes they are over: the one data object, or the manifest that
 * names the signature. What the manifest says of the files is for other judges.
 */
export function signedPartsOf(container: Buffer): ContainerPart[] {
  const entries = new AdmZip(container).getEntries().map((entry) => ({ name: entry.entryName, data: entry.getData() }));
  const signatures = entries.filter(({ name }) => /^META-INF\/[^/]*signature[^/]*\.p7s$/i.test(name));
  return signatures.map(({ name, data: cms }) => {
    const manifest = entries.find(
      (entry) => entry.name.startsWith('META-INF/ASiCManifest') && entry.data.includes(`URI="${name}"`),
    );
    const data = entries.find((entry) => entry.name !== 'mimetype' && !entry.name.startsWith('META-INF/'));
    const content = (manifest ?? data)?.data;
    if (content === undefined) throw new Error('The container holds no data object.');
    return { cms, content };
  });
}
