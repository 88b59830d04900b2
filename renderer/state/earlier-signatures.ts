import type { Addition, BatchDocument } from './batch-model.ts';

/** What can be done with a signed XML or CMS file, the usual first; nothing to choose for others. */
export function additionsTo({
  kind,
  format,
  signatures,
}: Pick<BatchDocument, 'kind' | 'format' | 'signatures'>): readonly Addition[] {
  const takesAny = format === 'XAdES' || (format === 'CAdES' && kind === 'cms');
  if (!takesAny || signatures === null || signatures.length === 0) return [];
  return [
    { operation: 'cosign', target: null },
    ...signatures.map(({ name }) => ({ operation: 'countersign' as const, target: name })),
    { operation: 'sign', target: null },
  ];
}
