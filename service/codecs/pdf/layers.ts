import type { PdfDocument } from './pdf-document.ts';
import { isNamed, isPdfArray, PdfDictionary, PdfName, PdfReference, type PdfObject } from './pdf-objects.ts';

/** Intents of layers that are shown or hidden by their state (ISO 32000-2 table 96). */
const VIEWED = ['View', 'All'];

/**
 * The entry of a layer by which some readers show it and others do not: an intent that is not to be viewed, for which PDFium
 * alone keeps the content in sight; or a state of viewing other than that of the configuration, by which nothing says that
 * the layer goes (clause 8.11.4.4), and in PDFium it goes. Null where there is none. Throws PdfError.
 */
export function findOddLayer(document: PdfDocument): string | null {
  const properties = document.dictionary(document.catalog, 'OCProperties');
  const configuration = properties === null ? null : document.dictionary(properties, 'D');
  if (properties === null) return null;
  const layers = listOf(document, properties, 'OCGs');
  if (configuration === null) return layers.length === 0 ? null : 'D';
  const states = readStates(document, configuration);
  for (const written of layers) {
    document.shared.countStep();
    const layer = document.glance(written);
    if (!(layer instanceof PdfDictionary)) continue;
    if (!isViewed(document, document.get(layer, 'Intent'))) return 'Intent';
    const wanted = viewStateOf(document, layer);
    if (wanted !== null && wanted !== states.isOn(written) && !states.isAutomatic(written)) return 'ViewState';
  }
  return null;
}

function isViewed(document: PdfDocument, intent: PdfObject): boolean {
  if (intent === null) return true;
  return (isPdfArray(intent) ? intent : [intent]).some((item) => {
    const name = document.resolve(item);
    return name instanceof PdfName && VIEWED.includes(name.value);
  });
}

/** Whether its /Usage wants the layer to be on in a view; null where it says nothing. */
function viewStateOf(document: PdfDocument, layer: PdfDictionary): boolean | null {
  const usage = document.dictionary(layer, 'Usage');
  const view = usage === null ? null : document.dictionary(usage, 'View');
  const state = view === null ? null : document.get(view, 'ViewState');
  return state === null ? null : !isNamed(state, 'OFF');
}

interface LayerStates {
  isOn(layer: PdfObject): boolean;
  /** Whether the layer goes by its /Usage where the document is viewed. */
  isAutomatic(layer: PdfObject): boolean;
}

function readStates(document: PdfDocument, configuration: PdfDictionary): LayerStates {
  const on = numbersIn(listOf(document, configuration, 'ON'));
  const off = numbersIn(listOf(document, configuration, 'OFF'));
  const isOnAtFirst = !isNamed(document.get(configuration, 'BaseState'), 'OFF');
  const automatic = new Set<number>();
  for (const written of listOf(document, configuration, 'AS')) {
    const usage = document.resolve(written);
    if (!(usage instanceof PdfDictionary) || !isNamed(document.get(usage, 'Event'), 'View')) continue;
    for (const number of numbersIn(listOf(document, usage, 'OCGs'))) automatic.add(number);
  }
  return {
    isOn: (layer) => (isOnAtFirst ? !off.has(numberOf(layer)) : on.has(numberOf(layer))),
    isAutomatic: (layer) => automatic.has(numberOf(layer)),
  };
}

function listOf(document: PdfDocument, dictionary: PdfDictionary, key: string): readonly PdfObject[] {
  const value = document.get(dictionary, key);
  return isPdfArray(value) ? value : [];
}

function numbersIn(layers: readonly PdfObject[]): ReadonlySet<number> {
  return new Set(layers.map(numberOf));
}

/** Layers are objects of their own (clause 8.11.2.1); anything else is none. */
function numberOf(layer: PdfObject): number {
  return layer instanceof PdfReference ? layer.number : -1;
}
