import ts from 'typescript';

/** What is looked for in the place of something that only the run knows. */
const SAMPLES = ['Xy', '7'];
/** Two words in small letters, or one before an abbreviation: `Unknown CRL version`. */
const IS_SENTENCE = /[a-z] [a-z]|^[A-Z]?[a-z]+ [A-Z]{2}/u;

/**
 * The sentences in a source file: of each, all that it may be with samples for what only the run knows. What a sentence
 * says by a condition is a sentence for each of its cases.
 */
export function sentencesIn(source: string): readonly (readonly string[])[] {
  const file = ts.createSourceFile('source.ts', source, ts.ScriptTarget.Latest, true);
  const constants = constantsOf(file);
  const found: (readonly string[])[] = [];
  const visit = (node: ts.Node): void => {
    if (isForOthers(node)) return;
    if (isText(node)) {
      for (const parts of cases(node, constants)) {
        if (IS_SENTENCE.test(parts.join(' '))) found.push(samplesOf(parts));
      }
      return;
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

function constantsOf(file: ts.SourceFile): ReadonlyMap<string, string> {
  const constants = new Map<string, string>();
  const visit = (node: ts.Node): void => {
    if (ts.isVariableDeclaration(node) && node.initializer !== undefined && ts.isStringLiteral(node.initializer)) {
      constants.set(node.name.getText(), node.initializer.text);
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return constants;
}

/** Calls and keys whose words are for logs, programs and the interface's description, not for a page. */
const CALLS_FOR_OTHERS = /(?:\.describe|(?:log|logger)\.\w+|\bset|new Error)$/u;
/** What is wrong with the program itself goes into its log, without a word of it on a page. */
const FAULTS_OF_PROGRAMS: ReadonlySet<string> = new Set(['Error', 'RangeError', 'TypeError']);
const KEYS_FOR_OTHERS: ReadonlySet<string> = new Set(['summary', 'description', 'copyright']);

function isForOthers(node: ts.Node): boolean {
  if (ts.isImportDeclaration(node) || ts.isTypeNode(node)) return true;
  if (ts.isPropertyAssignment(node)) return KEYS_FOR_OTHERS.has(node.name.getText());
  if (!isText(node)) return false;
  const call = node.parent;
  if (ts.isNewExpression(call)) return FAULTS_OF_PROGRAMS.has(call.expression.getText());
  return ts.isCallExpression(call) && CALLS_FOR_OTHERS.test(call.expression.getText());
}

type Text = ts.StringLiteralLike | ts.TemplateExpression | ts.BinaryExpression;

function isText(node: ts.Node): node is Text {
  if (ts.isStringLiteralLike(node) || ts.isTemplateExpression(node)) return true;
  return (
    ts.isBinaryExpression(node) &&
    node.operatorToken.kind === ts.SyntaxKind.PlusToken &&
    (isText(node.left) || isText(node.right))
  );
}

/** The parts between which something is filled in, for each case of its conditions. */
function cases(node: ts.Expression, constants: ReadonlyMap<string, string>): readonly (readonly string[])[] {
  if (ts.isParenthesizedExpression(node)) return cases(node.expression, constants);
  if (ts.isStringLiteralLike(node)) return [[node.text]];
  if (ts.isConditionalExpression(node))
    return [...cases(node.whenTrue, constants), ...cases(node.whenFalse, constants)];
  if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.PlusToken) {
    return joined([cases(node.left, constants), cases(node.right, constants)]);
  }
  if (ts.isTemplateExpression(node)) {
    return joined([
      [[node.head.text]],
      ...node.templateSpans.flatMap(({ expression, literal }) => [cases(expression, constants), [[literal.text]]]),
    ]);
  }
  const value = constants.get(node.getText());
  return value === undefined ? [['', '']] : [[value]];
}

function joined(all: readonly (readonly (readonly string[])[])[]): readonly (readonly string[])[] {
  return all.reduce((left, right) =>
    left.flatMap((before) =>
      right.map((after) => [...before.slice(0, -1), `${before.at(-1) ?? ''}${after[0] ?? ''}`, ...after.slice(1)]),
    ),
  );
}

function samplesOf([first = '', ...rest]: readonly string[]): readonly string[] {
  return rest.reduce<string[]>(
    (all, part) => all.flatMap((begun) => SAMPLES.map((sample) => `${begun}${sample}${part}`)),
    [first],
  );
}
