import type { TreeMemory } from './libxml2.ts';
import { XmlError } from './xml-error.ts';

/** Prefix and URI, each as the bytes of its UTF-8 in a Latin-1 string: comparing those compares code points. */
export interface NamespaceBinding {
  readonly prefix: string;
  readonly uri: string;
}

export const NO_NAMESPACE: NamespaceBinding = { prefix: '', uri: '' };

/**
 * Which prefixes are bound where the writer stands, and to what an output ancestor has declared them already. Both
 * maps are changed on the way down and restored on the way up, so that an element costs only its own declarations.
 */
export class NamespaceContext {
  readonly #memory: TreeMemory;
  readonly #bindings = new Map<number, NamespaceBinding>();
  readonly inScope = new Map<string, string>();
  readonly #rendered = new Map<string, string>();
  readonly #undo: (() => void)[] = [];
  /** A namespace that was found written here; -1 when that may have changed. */
  #settled = -1;

  constructor(memory: TreeMemory) {
    this.#memory = memory;
  }

  /** The binding that the parser gave an element or attribute. */
  bindingAt(namespace: number): NamespaceBinding {
    if (namespace === 0) return NO_NAMESPACE;
    let binding = this.#bindings.get(namespace);
    if (binding === undefined) {
      const memory = this.#memory;
      binding = { prefix: memory.latin1(memory.prefix(namespace)), uri: memory.latin1(memory.href(namespace)) };
      this.#bindings.set(namespace, binding);
    }
    return binding;
  }

  /** Brings the element's own declarations into scope and gives them. Throws XML_CANONICALIZATION_FAILED. */
  declare(element: number): NamespaceBinding[] {
    const found: NamespaceBinding[] = [];
    const memory = this.#memory;
    for (let node = memory.firstDeclaration(element); node !== 0; node = memory.nextDeclaration(node)) {
      const binding = this.bindingAt(node);
      if (binding.prefix === 'xml') continue;
      requireAbsolute(binding.uri);
      found.push(binding);
      this.#set(this.inScope, binding);
    }
    return found;
  }

  /** Whether this binding must be written here; if so it counts as written for everything below. */
  render(binding: NamespaceBinding): boolean {
    const { prefix, uri } = binding;
    if (prefix === 'xml' || (this.#rendered.get(prefix) ?? '') === uri) return false;
    this.#set(this.#rendered, binding);
    return true;
  }

  /** As `render` for the namespace of an element: its binding when that must be written, null when it must not. */
  renderAt(namespace: number): NamespaceBinding | null {
    if (namespace === this.#settled) return null;
    const binding = this.bindingAt(namespace);
    const isNew = this.render(binding);
    this.#settled = namespace;
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

  #set(map: Map<string, string>, { prefix, uri }: NamespaceBinding): void {
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
