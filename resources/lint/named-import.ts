import type { Rule } from 'eslint';

/** Forbids an import whose module is only known as the program runs: `resources/layers` reads names, and would not see it. */
export const namedImport: Rule.RuleModule = {
  meta: {
    type: 'problem',
    messages: { unnamed: 'Write the name of the module down: who may import it is checked by that.' },
    schema: [],
  },
  create: (context) => ({
    ImportExpression(node) {
      if (node.source.type !== 'Literal') context.report({ node, messageId: 'unnamed' });
    },
  }),
};
