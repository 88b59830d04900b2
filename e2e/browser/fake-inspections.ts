import type { Inspection } from '../../service/contract/http/inspection.ts';
import { indeterminateReport, invalidReport, validReport } from './fake-data.ts';

/** What the station says of an upload, by its name. */
export function inspection(name: string): Inspection {
  const none = { isSigned: false, contents: [], warnings: [], explanation: null };
  if (name.includes('plain')) {
    const explanation = 'The file is none of the kinds that carry signatures.';
    return { ...none, detected: 'PlainFile', explanation };
  }
  if (name.includes('scripted')) {
    const kinds = ['JavaScript', 'HiddenLayers', 'UnusedObjects'] as const;
    const warnings = kinds.map((kind, index) => ({ kind, count: index + 1, detail: null }));
    return { ...none, detected: 'PDF', warnings, explanation: 'The PDF holds no signature.' };
  }
  if (name.includes('tampered')) return { ...none, detected: 'PDF', isSigned: true, report: invalidReport() };
  if (name.includes('unknown')) return { ...none, detected: 'PDF', isSigned: true, report: indeterminateReport() };
  const report = validReport({ source: 'UploadedDocument' });
  if (!name.endsWith('.asice')) return { ...none, detected: 'CMS', isSigned: true, report };
  const contents = [
    { name: 'mimetype', size: 31, role: 'Other' as const, isSigned: false },
    { name: 'plan.csv', size: 1_204, role: 'Data' as const, isSigned: true },
    { name: 'notes.txt', size: 90, role: 'Data' as const, isSigned: false },
  ];
  return { detected: 'ASiC_E', isSigned: true, contents, warnings: [], explanation: null, report };
}
