import type { PinQuestion, QuestionDocument, Refusal } from '../../main/ipc/pin-messages.ts';
import { button, element } from '../own-window/elements.ts';
import { stationWords } from '../messages/station-words.ts';
import { sentences, t } from './texts/texts.ts';
import { caller, lengthHint, misfit, sentence, size } from './words.ts';

export interface QuestionActions {
  /** The bytes are the receiver's to overwrite. */
  readonly enter: (pin: Uint8Array<ArrayBuffer>, isConfirmed: boolean, isKept: boolean) => void;
  readonly later: () => void;
  readonly decline: () => void;
}

/** A PIN that somebody has typed and left standing is taken out of its field after that. */
const FORGOTTEN_MILLISECONDS = 120_000;

/** Shows the question in `page`, with the focus on its heading: nothing is typed into the field by accident. */
export function showQuestion(page: HTMLElement, question: PinQuestion, actions: QuestionActions): void {
  const title = element('h1', { tabindex: '-1' }, t.question(question.documents.length));
  const answer = question.tries === 'locked' ? lockedPanel(actions) : answerForm(question, actions);
  page.replaceChildren(
    element('header', {}, title, element('p', { class: 'sentence' }, sentence(question))),
    facts(question),
    documentList(question),
    question.refusal === null ? '' : refusalNotice(question.refusal),
    triesNotice(question),
    answer,
  );
  title.focus();
}

function refusalNotice({ english, sentence }: Refusal): HTMLElement {
  const { words, lang } = stationWords(english, sentence, sentences === null ? null : { sentences, book: null });
  return element('p', { class: 'notice notice--bad', role: 'alert', ...(lang !== undefined && { lang }) }, words);
}

function facts({ providerName, tokenLabel }: PinQuestion): HTMLElement {
  const row = (name: string, value: string): Node[] => [element('dt', {}, name), element('dd', {}, value)];
  return element(
    'dl',
    { class: 'facts' },
    ...row(t.signsWith, providerName),
    ...(tokenLabel === null ? row(t.token, t.noToken) : row(t.token, tokenLabel)),
  );
}

function documentList({ documents, behind }: PinQuestion): HTMLElement {
  const list = element('ul', {}, ...documents.map(documentRow));
  const rest = behind > 0 ? element('p', { class: 'behind' }, t.behind(behind)) : null;
  // The list scrolls by itself, so that it takes the focus for those who use keys.
  return element('section', { class: 'documents', tabindex: '0', 'aria-label': t.whatIsSigned }, list, rest);
}

function documentRow({ fileName, size: bytes, sha256, format, profile, createdBy }: QuestionDocument): HTMLElement {
  const about = [size(bytes), `${format} ${profile}`, caller(createdBy)].filter((part) => part !== null).join(' · ');
  return element(
    'li',
    {},
    // Names may mix directions of writing to look like another one.
    element('bdi', { class: 'name' }, fileName),
    element('span', { class: 'about' }, about),
    element('code', { title: 'SHA-256' }, sha256),
  );
}

function triesNotice({ tries }: PinQuestion): HTMLElement | string {
  if (tries === 'low') {
    return element('p', { class: 'notice notice--warn' }, t.fewTries);
  }
  if (tries !== 'last') return '';
  return element('p', { class: 'notice notice--bad' }, t.lastTry);
}

function lockedPanel({ later, decline }: QuestionActions): HTMLElement {
  return element(
    'div',
    { class: 'answer' },
    element('p', { class: 'notice notice--bad' }, t.locked),
    element('div', { class: 'row choices' }, declineButton(decline), button(t.close, 'button--primary', later)),
  );
}

function answerForm(question: PinQuestion, actions: QuestionActions): HTMLElement {
  const isOnReader = question.way === 'reader';
  const field = element('input', {
    ...{ id: 'pin', class: 'input', type: 'password', autocomplete: 'off', spellcheck: 'false' },
    'aria-describedby': 'pin-hint',
  });
  const hint = element('p', { id: 'pin-hint', class: 'hint', 'aria-live': 'polite' }, lengthHint(question) ?? '');
  const keep = element('input', { id: 'keep', type: 'checkbox' });
  const form = element(
    'form',
    { class: 'answer' },
    isOnReader ? '' : element('div', { class: 'field' }, element('label', { for: 'pin' }, 'PIN'), field, hint),
    keepingChoice(question, keep),
    element(
      'div',
      { class: 'row choices' },
      declineButton(actions.decline),
      button(t.later, 'push', actions.later),
      element('button', { class: 'button button--primary' }, isOnReader ? t.haveReaderAsk : t.sign),
    ),
  );
  const submit = (): void => {
    const fault = isOnReader ? null : misfit(question, new TextEncoder().encode(field.value).length);
    if (fault !== null) {
      hint.textContent = fault;
      hint.classList.add('hint--bad');
      field.focus();
    } else if (question.tries === 'last') askTwice(form, () => hand({ field, keep }, true, actions));
    else hand({ field, keep }, question.tries !== 'unknown', actions);
  };
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    submit();
  });
  forgetLater(field);
  return form;
}

/** The last try is used only by somebody who has said so twice; whoever presses Enter once more goes back. */
function askTwice(form: HTMLFormElement, use: () => void): void {
  const others = [...form.children];
  const back = button(t.goBack, 'button--primary', () => {
    form.replaceChildren(...others);
    form.querySelector('input')?.focus();
  });
  form.replaceChildren(
    element('p', { class: 'notice notice--bad', role: 'alert' }, t.isLastTryMeant),
    element(
      'div',
      { class: 'row' },
      button(t.useLastTry, 'button--danger', use),
      element('span', { class: 'push' }),
      back,
    ),
  );
  back.focus();
}

/** Never chosen beforehand; where it cannot be, it is said why. */
function keepingChoice({ keeping }: PinQuestion, keep: HTMLInputElement): HTMLElement | string {
  if (keeping === 'offered') return element('label', { class: 'row' }, keep, t.keep);
  return keeping === 'unprotected' ? element('p', { class: 'hint' }, t.cannotKeep) : '';
}

interface PinFields {
  readonly field: HTMLInputElement;
  readonly keep: HTMLInputElement;
}

function hand({ field, keep }: PinFields, isConfirmed: boolean, { enter }: QuestionActions): void {
  const pin = new TextEncoder().encode(field.value);
  field.value = '';
  enter(pin, isConfirmed, keep.checked);
}

/** Pressed twice: the documents are cancelled for whoever gave them in. */
function declineButton(decline: () => void): HTMLButtonElement {
  let isMeant = false;
  const made = button(t.doNotSign, 'button--quiet', () => {
    if (isMeant) decline();
    isMeant = true;
    made.textContent = t.cancelForGood;
  });
  return made;
}

function forgetLater(field: HTMLInputElement): void {
  let timer: number | undefined;
  field.addEventListener('input', () => {
    window.clearTimeout(timer);
    timer = window.setTimeout(() => (field.value = ''), FORGOTTEN_MILLISECONDS);
  });
}
