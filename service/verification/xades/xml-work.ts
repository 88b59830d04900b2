import type { SubjectPublicKeyInfo } from '../../codecs/x509/public-key.ts';
import { workOfSignatureCheck } from '../signature-arithmetic/work-of-check.ts';
import { WORK, type WorkBudget } from '../work-budget.ts';

/**
 * Nanoseconds of an ordinary core, for each: a node that is visited or written, a node and a namespace declaration that
 * are parsed, a byte that is written and digested, an element that is looked at by name, its object, a value that is taken
 * out of it, an identifier that is kept, a reference that is read.
 */
const COST = {
  node: 150,
  parsedNode: 150,
  declaration: 1500,
  byte: 2 + WORK.digestedByte,
  element: 500,
  object: 1500,
  item: 3000,
  identifier: 1500,
  reference: 10_000,
} as const;

/** Charges the work on XML to the budget of the document. Each throws WorkExceededError before more is done. */
export class XmlWork {
  readonly #budget: WorkBudget;

  constructor(budget: WorkBudget) {
    this.#budget = budget;
  }

  /** Nodes of a tree that are walked over or written; usable as a meter. */
  readonly nodes = (count: number): void => this.#budget.charge(count * COST.node);

  /** Identifiers that are kept to be found; usable as a meter. */
  readonly identifiers = (count: number): void => this.#budget.charge(count * COST.identifier);

  /** A document that is parsed, as `meter` of openXml. */
  readonly parse = (nodes: number, declarations: number, objects: number): void => {
    this.#budget.charge(nodes * COST.parsedNode + declarations * COST.declaration + objects * COST.object);
  };

  /** Bytes that are made and digested. */
  bytes(count: number): void {
    this.#budget.charge(count * COST.byte);
  }

  /** An element whose name is looked at. */
  element(): void {
    this.#budget.charge(COST.element);
  }

  /** A certificate, list or answer that is taken out of an element and not read yet. */
  item(): void {
    this.#budget.charge(COST.item);
  }

  /** One check of a signature value. */
  signatureCheck(publicKey: SubjectPublicKeyInfo): void {
    this.#budget.charge(workOfSignatureCheck(publicKey));
  }

  /** Certificates that are read. */
  parsedItems(count: number): void {
    this.#budget.charge(count * WORK.parsedItem);
  }

  /** Reading and resolving one reference. */
  reference(): void {
    this.#budget.charge(COST.reference);
  }
}
