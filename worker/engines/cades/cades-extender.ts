import { Asn1Error } from '../../../service/codecs/asn1/asn1-error.ts';
import { sourceChunks } from '../../../service/codecs/byte-source.ts';
import { encodeSignedDataLayout, readSignedDataLayout } from '../../../service/codecs/cms/signed-data-layout.ts';
import { openFileSource } from '../../../service/storage/file-source.ts';
import { cannotRaise, type ExtendedFile, type ExtensionTask } from '../extender.ts';
import { documentChanged, writeOutputFile } from '../output-file.ts';
import { raiseSignedData } from './raise-signed-data.ts';

/**
 * Raises CAdES signatures, encapsulated or detached. The content is copied piece by piece, however long it is; around it
 * stands what was there before, with what the level adds (EN 319 122-1 6.3). Throws as FormatExtender says.
 */
export async function extendCades(task: ExtensionTask): Promise<ExtendedFile> {
  const source = openFileSource(task.inputPath);
  try {
    const layout = readSignedDataLayout(source);
    const { prefix, suffix } = encodeSignedDataLayout(await raiseSignedData(layout, task));
    const { start, end } = layout.encapContentInfo;
    return await writeOutputFile(task.outputPath, [prefix, sourceChunks(source, start, end, documentChanged), suffix]);
  } catch (error) {
    if (error instanceof Asn1Error) throw cannotRaise(error.message, error);
    throw error;
  } finally {
    source.close();
  }
}
