import { XmlError } from './xml-error.ts';
import type { PrefixedUri } from './xml-namespaces.ts';
import type { XmlNodes } from './xml-nodes.ts';

/**
 * Which prefixes are bound where the writer stands, and to what an output ancestor has declared them already. Both
 * maps are changed on the way down and restored on the way up, so that an element costs only its own declarations.
 */
export class NamespaceContext {
  readonly #nodes: XmlNodes;
  readonly inScope = new Map<string, string>();
  readonly #rendered = new Map<string, string>();
  readonly #undo: (() => void)[] = [];
  /** A binding that was found written here; -1 when that may have changed. */
  #settled = -1;

  constructor(nodes: XmlNodes) {
    this.#nodes = nodes;
  }

  /** Brings the element's own declarations into scope and gives them. Throws XML_CANONICALIZATION_FAILED. */
  declare(element: number): PrefixedUri[] {
    const found: PrefixedUri[] = [];
    const nodes = this.#nodes;
    for (let node = nodes.nextDeclaration(element); node !== 0; node = nodes.nextDeclaration(node)) {
      const binding = nodes.binding(node);
      if (binding.prefix === 'xml') continue;
      requireAbsolute(binding.uri);
      found.push(binding);
      this.#set(this.inScope, binding);
    }
    return found;
  }

  /** Whether this binding must be written here; if so it counts as written for everything below. */
  render(binding: PrefixedUri): boolean {
    const { prefix, uri } = binding;
    if (prefix === 'xml' || (this.#rendered.get(prefix) ?? '') === uri) return false;
    this.#set(this.#rendered, binding);
    return true;
  }

  /** Whether the namespace of an element is written already: `renderAt` would give null. */
  isWritten(element: number): boolean {
    const id = this.#nodes.bindingId(element);
    if (id === this.#settled) return true;
    const { prefix, uri } = this.#nodes.binding(element);
    if (prefix !== 'xml' && (this.#rendered.get(prefix) ?? '') !== uri) return false;
    this.#settled = id;
    return true;
  }

  /** As `render` for the namespace of an element: its binding when that must be written, null when it must not. */
  renderAt(element: number): PrefixedUri | null {
    const id = this.#nodes.bindingId(element);
    if (id === this.#settled) return null;
    const binding = this.#nodes.binding(element);
    const isNew = this.render(binding);
    this.#settled = id;
    return isNew ? binding : null;
  }

  /** A mark to come back to with `restore`. */
  mark(): number {
    return this.#undo.length;
  }

  restore(mark: number): void {
    if (this.#undo.length === mark) return;
    while (this.#undo.length > mark) this.#undo.pop()?.();
    this.#settled = -1;
  }

  #set(map: Map<string, string>, { prefix, uri }: PrefixedUri): void {
    const before = map.get(prefix);
    map.set(prefix, uri);
    this.#settled = -1;
    this.#undo.push(() => (before === undefined ? map.delete(prefix) : map.set(prefix, before)));
  }
}

/** Canonical XML 1.0 clause 1.3: implementations must report a failure on relative namespace URIs. */
function requireAbsolute(uri: string): void {
  if (uri === '' || /^[A-Za-z][A-Za-z0-9+.-]*:/.test(uri)) return;
  throw new XmlError('XML_CANONICALIZATION_FAILED', 'a namespace URI is relative');
}
