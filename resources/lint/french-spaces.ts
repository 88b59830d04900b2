import type { Rule } from 'eslint';

const BEFORE_MARKS = /(?<!\s) (?=[;!?])/gu;
const BEFORE_OTHERS = /(?<!\s) (?=[:%»])/gu;
const AFTER_QUOTE = /« /gu;

/**
 * French with its no-break spaces: a narrow one before `;`, `!` and `?`, a whole one before `:` and `%` and within
 * guillemets (Lexique des règles typographiques en usage à l’Imprimerie nationale). With plain ones a line begins with the mark.
 */
function spaced(words: string): string {
  return words
    .replaceAll(BEFORE_MARKS, '\u202F')
    .replaceAll(BEFORE_OTHERS, '\u00A0')
    .replaceAll(AFTER_QUOTE, '«\u00A0');
}

/** For the files of French texts: forbids a plain space where French has one that does not break, and mends it. */
export const frenchSpaces: Rule.RuleModule = {
  meta: {
    type: 'problem',
    fixable: 'code',
    messages: { plain: 'Before ; ! ? : % » and after « French has a space that does not break: eslint --fix puts it.' },
    schema: [],
  },
  create: (context) => {
    const check = (node: Rule.Node): void => {
      const written = context.sourceCode.getText(node);
      const due = spaced(written);
      if (due !== written) {
        context.report({ node, messageId: 'plain', fix: (fixer) => fixer.replaceText(node, due) });
      }
    };
    return {
      // Names of texts are English, and what stands between the parts of a template is code.
      Literal: (node) => {
        if (typeof node.value === 'string' && !(node.parent.type === 'Property' && node.parent.key === node))
          check(node);
      },
      TemplateElement: check,
    };
  },
};
