import type { Rule } from 'eslint';
import ts from 'typescript';

/** What the parser of TypeScript knows of the file that is looked at. */
interface TypeServices {
  readonly program: ts.Program | null | undefined;
  readonly esTreeNodeToTSNodeMap: { get(node: unknown): ts.Node };
}

/**
 * Forbids `{ ...port }`: who wraps a port hands its members on one by one. A spread copies what an object itself has: a
 * driver that is a class would lose its methods, and a member that is new would go past the wrapper unseen. Parts of a
 * whole that are made on the spot, `{ ...createParts() }`, are no wrapping.
 */
export const portSpread: Rule.RuleModule = {
  meta: {
    type: 'problem',
    messages: { spread: '{{ type }} has methods ({{ names }}): hand its members on one by one.' },
    schema: [],
  },
  create(context) {
    const { program, esTreeNodeToTSNodeMap } = context.sourceCode.parserServices as unknown as TypeServices;
    const checker = program?.getTypeChecker();
    if (checker === undefined) return {};
    return {
      'ObjectExpression > SpreadElement'(node: Rule.Node) {
        const { argument } = node as unknown as { readonly argument: { readonly type: string } };
        if (argument.type === 'CallExpression') return;
        const type = checker.getTypeAtLocation(esTreeNodeToTSNodeMap.get(argument));
        const methods = type.getProperties().filter(isMethod);
        if (methods.length === 0) return;
        const names = methods.map(({ name }) => name).join(', ');
        context.report({ node, messageId: 'spread', data: { type: checker.typeToString(type), names } });
      },
    };
  },
};

/** As ports declare what they do; what has functions for data (`readonly clock: () => Date`) is no port. */
function isMethod(property: ts.Symbol): boolean {
  const declarations = property.declarations ?? [];
  return declarations.some(
    (declaration) =>
      (ts.isMethodSignature(declaration) || ts.isMethodDeclaration(declaration)) &&
      !declaration.getSourceFile().fileName.includes('/typescript/lib/'),
  );
}
