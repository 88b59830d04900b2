import { invalidStructure, PdfError } from '../pdf-error.ts';
import { ObjectParser } from '../object-parser.ts';
import { isWhitespace } from '../token-reader.ts';
import { PdfReference, type PdfObject } from '../pdf-objects.ts';

/** One operator of a content stream with what stands before it. */
export interface StrictOperation {
  readonly operator: string;
  readonly operands: readonly PdfObject[];
}

const MAX_OPERATIONS = 5000;
const MAX_OPERANDS = 33;

/**
 * The operations of a content stream (ISO 32000-2 clause 7.8.2) where nobody can read other ones: anything that readers
 * pass over, repair or guess at throws PdfError, and so do more operations than a form field needs.
 */
export function strictOperations(bytes: Uint8Array): StrictOperation[] {
  const reader = new OperationReader(bytes, 0);
  const operations: StrictOperation[] = [];
  let operands: PdfObject[] = [];
  for (let operator = reader.next(operands); operator !== null; operator = reader.next(operands)) {
    operations.push({ operator, operands });
    operands = [];
    if (operations.length > MAX_OPERATIONS) throw new PdfError('PDF_LIMIT_EXCEEDED', 'too many operations');
  }
  if (operands.length > 0) throw invalidStructure('operands without an operator');
  return operations;
}

class OperationReader extends ObjectParser {
  /** Collects operands up to the next operator; null at the end. */
  next(operands: PdfObject[]): string | null {
    for (;;) {
      this.skipSpace();
      const code = this.peek();
      if (code === -1) return null;
      if (isLetterOrQuote(code) && !this.#isLiteral()) return this.#operator();
      const object = this.parseObject();
      if (object instanceof PdfReference) throw this.fail('a reference among operands');
      operands.push(object);
      if (operands.length > MAX_OPERANDS) throw this.fail('too many operands');
    }
  }

  #isLiteral(): boolean {
    const start = this.position;
    const isFound = ['true', 'false', 'null'].some((word) => this.tryKeyword(word));
    this.position = start;
    return isFound;
  }

  #operator(): string {
    let word = '';
    for (let code = this.peek(); isLetterOrQuote(code) || code === 0x2a; code = this.peek()) {
      word += String.fromCharCode(code);
      this.position++;
    }
    const next = this.peek();
    if (next !== -1 && !isWhitespace(next) && !'([<%/'.includes(String.fromCharCode(next))) {
      throw this.fail('malformed operator');
    }
    return word;
  }
}

function isLetterOrQuote(code: number): boolean {
  return (code >= 0x41 && code <= 0x5a) || (code >= 0x61 && code <= 0x7a) || code === 0x27 || code === 0x22;
}
