import { explainFailure } from '../messages/explanation.ts';
import { text } from '../messages/messages.ts';
import { groupOf, type BatchDocument, type DocumentProgress } from './batch-model.ts';

type Announced = Pick<BatchDocument, 'key' | 'name' | 'progress'>;

function reason(progress: DocumentProgress): string {
  if (progress.step === 'refused') return progress.explanation.title;
  if (progress.step !== 'accepted') return text.statuses.Failed;
  return explainFailure(progress.view).title;
}

/**
 * What to tell a screen reader when documents change: the end of each document, once. Every step of forty documents
 * would drown the listener. Null when there is nothing new.
 */
export function createAnnouncer(): (documents: readonly Announced[]) => string | null {
  const told = new Set<string>();
  return (documents) => {
    const news: string[] = [];
    for (const { key, name, progress } of documents) {
      const group = groupOf(progress);
      const isEnd = group === 'completed' || group === 'failed';
      if (!isEnd) told.delete(key);
      if (!isEnd || told.has(key)) continue;
      told.add(key);
      news.push(
        group === 'completed' ? text.sign.documentDone(name) : text.sign.documentFailed(name, reason(progress)),
      );
    }
    return news.length === 0 ? null : news.join('. ');
  };
}
