import type { DiagnosedModule, Finding } from '../../contract/http/diagnosis.ts';
import { finding, type DiagnosisFacts, type DiagnosisView, type Rule } from './facts.ts';

/** What is wrong between the plug and the module: service, readers, cards and tokens without middleware. */
export const MACHINE_RULES: readonly Rule[] = [service, readers, usbTokens, cards];

/** Modules that reach their cards by PC/SC. */
function cardModules({ ours }: DiagnosisView): DiagnosedModule[] {
  return ours.filter(({ kind, outcome }) => outcome === 'ready' && (kind === 'card' || kind === 'national-id'));
}

function service({ devices }: DiagnosisFacts, view: DiagnosisView): Finding[] {
  const isMissed = cardModules(view).length > 0 && view.shown.length === 0;
  if (isMissed && devices.smartCardService.state === 'not-permitted') {
    return [
      finding(
        'SMART_CARD_SERVICE_REFUSED',
        'error',
        'The smart card service (pcscd) does not let the user that the station runs as reach any reader.',
        'Permit it by a rule of polkit for org.debian.pcsc-lite.access_pcsc and org.debian.pcsc-lite.access_card, or by the rights of its socket.',
      ),
    ];
  }
  if (!isMissed || devices.smartCardService.state !== 'not-running') return [];
  return [
    finding(
      'SMART_CARD_SERVICE_NOT_RUNNING',
      'error',
      'The smart card service (pcscd) does not run, so that no reader can be reached.',
      'Install pcscd if it is missing, and start it with: systemctl enable --now pcscd.socket.',
    ),
  ];
}

function readers({ devices }: DiagnosisFacts, view: DiagnosisView): Finding[] {
  const modules = cardModules(view);
  const isReached = !['not-running', 'not-permitted'].includes(devices.smartCardService.state);
  if (modules.length === 0 || !isReached) return [];
  const slots = modules.flatMap((module) => module.slots);
  const names = [...new Set([...slots.map(({ description }) => description), ...readerNames(devices)])];
  if (names.length === 0) {
    return view.shown.length > 0
      ? []
      : [
          finding(
            'NO_READER',
            'error',
            'No smart card reader and no USB token is connected.',
            'Plug the reader or token in, if possible without a hub, and wait two seconds.',
          ),
        ];
  }
  const isAnyCardIn = slots.some(({ hasToken }) => hasToken) || (devices.readers ?? []).some(({ hasCard }) => hasCard);
  if (isAnyCardIn || view.shown.length > 0) return [];
  return [
    finding(
      'READER_WITHOUT_CARD',
      'error',
      `There is no card in the reader ${names.join(', ')}.`,
      'Insert the card with its chip first and facing the contacts, and wait two seconds.',
    ),
  ];
}

function readerNames(devices: DiagnosisFacts['devices']): string[] {
  return (devices.readers ?? []).map(({ name }) => name);
}

function usbTokens(facts: DiagnosisFacts, view: DiagnosisView): Finding[] {
  if (view.tokenEntry === null) return [];
  return (facts.devices.usbDevices ?? [])
    .filter(({ kind, productIds }) => kind === 'token' && !isInstalled(productIds, facts))
    .map(({ name, ids, products }) =>
      finding(
        'USB_TOKEN_WITHOUT_MIDDLEWARE',
        view.wanted.length === 0 ? 'error' : 'warning',
        `A ${name} (USB ${ids}) is plugged in and its software is not installed.`,
        `Install ${products.join(' or ')}.`,
      ),
    );
}

function cards(facts: DiagnosisFacts, view: DiagnosisView): Finding[] {
  if (view.tokenEntry === null) return [];
  return (facts.devices.readers ?? [])
    .filter(({ productIds }) => productIds.length > 0 && !isInstalled(productIds, facts))
    .map(({ name, card, products }) =>
      finding(
        'CARD_WITHOUT_MIDDLEWARE',
        view.wanted.length === 0 ? 'error' : 'warning',
        `The card in the reader ${name} looks like ${card ?? 'a known one'}, whose software is not installed.`,
        `Install ${products.join(' or ')}.`,
      ),
    );
}

/** A module that is there but does not work has a finding of its own. */
function isInstalled(productIds: readonly string[], { modules }: DiagnosisFacts): boolean {
  return modules.some(
    ({ productId, outcome }) => outcome !== 'missing' && productId !== null && productIds.includes(productId),
  );
}
