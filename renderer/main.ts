import './no-eval.ts';
import './styles/tokens.css';
import './styles/base.css';
import './styles/controls.css';
import { mount } from 'svelte';
import { loadTexts } from './state/language.ts';

const target = document.getElementById('app');
if (target === null) throw new Error('The page has no element #app');

/** Components take their texts when they are loaded, so these come first. */
async function start(app: HTMLElement): Promise<void> {
  await loadTexts();
  const { default: App } = await import('./App.svelte');
  mount(App, { target: app });
}

start(target).catch((error: unknown) => {
  // Without texts there is no language to say it in.
  target.lang = 'en';
  target.textContent = 'The station does not answer. Load this page again.';
  throw error;
});
