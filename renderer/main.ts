import './no-eval.ts';
import './styles/tokens.css';
import './styles/base.css';
import './styles/controls.css';
import { mount } from 'svelte';
import App from './App.svelte';

const target = document.getElementById('app');
if (target === null) throw new Error('The page has no element #app');
mount(App, { target });
