import type { PinPort, PinReaction, PinReply } from '../../main/ipc/pin-messages.ts';
import { button, element } from '../own-window/elements.ts';
import { showQuestion } from './question-view.ts';
import { language, t } from './texts/texts.ts';

declare global {
  interface Window {
    /** By the preload script; there is nothing else of the program here. */
    readonly pinPort: PinPort;
  }
}

const page = document.querySelector<HTMLElement>('#page') ?? document.body;
let questionId = 0;
let countdown: number | undefined;

function show(reaction: PinReaction): void {
  window.clearInterval(countdown);
  if (reaction.kind === 'question') {
    const { question } = reaction;
    questionId = question.id;
    showQuestion(page, question, {
      enter: (pin, isConfirmed, isKept) =>
        void answer({ kind: 'enter', questionId: question.id, pin, isConfirmed, ...(isKept && { isKept }) }),
      later,
      decline: () => void answer({ kind: 'decline', questionId: question.id }),
    });
  } else if (reaction.kind === 'at-reader') showReader(reaction.documents, reaction.seconds);
  else page.replaceChildren(element('p', { role: 'status' }, t.nothingWaits));
}

async function answer(reply: PinReply): Promise<void> {
  for (const control of page.querySelectorAll<HTMLButtonElement | HTMLInputElement>('button, input')) {
    control.disabled = true;
  }
  try {
    show(await window.pinPort.answer(reply));
  } finally {
    if (reply.kind === 'enter') reply.pin.fill(0);
  }
}

function later(): void {
  void answer({ kind: 'later', questionId });
}

/** The reader has its turn: no field, the time it usually waits, and what to do after that. */
function showReader(documents: number, seconds: number): void {
  const title = element('h1', { tabindex: '-1' }, t.atReader);
  const left = element('p', { class: 'countdown', role: 'timer' });
  const advice = element('p', { class: 'about', role: 'status' });
  page.replaceChildren(
    element('header', {}, title, element('p', { class: 'sentence' }, t.asksFor(documents))),
    left,
    advice,
    element(
      'div',
      { class: 'row' },
      button(t.closeWindow, 'push', () => window.close()),
    ),
  );
  title.focus();
  const end = performance.now() + seconds * 1_000;
  const tick = (): void => {
    const rest = Math.max(0, Math.ceil((end - performance.now()) / 1_000));
    left.textContent = rest > 0 ? `${rest} s` : t.timeOver;
    if (rest > 0) return;
    window.clearInterval(countdown);
    advice.textContent = t.readerGaveUp;
  };
  tick();
  countdown = window.setInterval(tick, 250);
}

document.documentElement.lang = language;
document.title = `${t.title} · Signing Station`;
document.addEventListener('keydown', (event) => {
  if (event.key === 'Escape') later();
  if (event.key === 'Enter' && event.ctrlKey) page.querySelector('form')?.requestSubmit();
});
// A file dropped here must not replace the page.
for (const name of ['dragover', 'drop']) document.addEventListener(name, (event) => event.preventDefault());
void window.pinPort.question().then(show);
