import type { FaultAction, FaultPort, FaultView } from '../../main/ipc/fault-messages.ts';
import { button, element } from '../own-window/elements.ts';
import { refusalLines } from './refusal-lines.ts';
import { language, t } from './texts/texts.ts';

declare global {
  interface Window {
    /** By the preload script; there is nothing else of the program here. */
    readonly faultPort: FaultPort;
  }
}

const page = document.querySelector<HTMLElement>('#page') ?? document.body;
const outcome = element('p', { class: 'outcome', role: 'status' });

/** Says what has failed and what becomes of documents, and offers what can be done; Escape does nothing here. */
function show({ kind, reason, station }: FaultView): void {
  const words = t.kinds[kind];
  const title = element('h1', { tabindex: '-1' }, words.title);
  const isWaiting = kind !== 'starting-again';
  page.replaceChildren(
    title,
    element('p', { class: 'lead' }, words.lead),
    reason === null ? element('p', { class: 'kept' }, t.kept) : element('div', { class: 'reason' }, ...linesOf(reason)),
    outcome,
    element(
      'div',
      { class: 'actions' },
      ...(station === undefined ? [] : [button(t.page, 'button--primary', () => void act('page'))]),
      ...(isWaiting ? [button(t.again, station === undefined ? 'button--primary' : '', () => void act('again'))] : []),
      button(t.report, '', () => void act('report')),
      button(t.logs, '', () => void act('logs')),
      button(t.quit, 'button--quiet', () => void act('quit')),
    ),
  );
  document.title = `${words.title} · Signing Station`;
  title.focus();
}

function linesOf({ words, isEnglish }: NonNullable<FaultView['reason']>): readonly HTMLElement[] {
  const lines = isEnglish ? refusalLines(words, language) : [{ words, isEnglish }];
  return lines.map((line) => element('p', line.isEnglish ? { lang: 'en' } : {}, line.words));
}

async function act(action: FaultAction): Promise<void> {
  const isEnd = action === 'again' || action === 'quit';
  if (isEnd) {
    for (const control of page.querySelectorAll('button')) control.disabled = true;
    outcome.textContent = t.ending;
  }
  const done = await window.faultPort.act(action).catch(() => 'failed' as const);
  if (done === 'failed') outcome.textContent = t.failed;
  else if (action === 'report') outcome.textContent = t.copied;
  else if (action === 'page') outcome.textContent = t.opened;
}

document.documentElement.lang = language;
// A file dropped here must not replace the page.
for (const name of ['dragover', 'drop']) document.addEventListener(name, (event) => event.preventDefault());
void window.faultPort.view().then(show);
