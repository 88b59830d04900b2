import type { Rule } from 'eslint';

/** Ways to another module that `resources/layers` does not see: it reads names, where they stand in one of the known forms. */
const UNSEEN = [
  'ImportExpression:not([source.type="Literal"])',
  // A `require` of one's own is read under this name alone.
  'CallExpression[callee.name="require"]:not([arguments.0.type="Literal"])',
  ':not(VariableDeclarator[id.name="require"]) > CallExpression[callee.name="createRequire"]',
  'MemberExpression[property.name="createRequire"]',
  'ImportSpecifier[imported.name="createRequire"]:not([local.name="createRequire"])',
  // So is what `process` loads, as long as it is called at once.
  'CallExpression[callee.property.name="getBuiltinModule"]:not([callee.object.name="process"][arguments.0.type="Literal"])',
  ':not(CallExpression[callee.property.name="getBuiltinModule"]) > MemberExpression[property.name="getBuiltinModule"]',
  'ObjectPattern > Property[key.name="getBuiltinModule"]',
  'MemberExpression[property.name=/^(_linkedBinding|dlopen)$/]',
  'MemberExpression[property.name="binding"]:matches([object.name="process"], [object.expression.expression.name="process"])',
  // Text that is run may import what it likes; so may what a bundler fills in by a pattern, but for data.
  'CallExpression[callee.name="eval"]',
  ':matches(CallExpression, NewExpression)[callee.name="Function"]',
  'MemberExpression[property.name=/^(eval|Function)$/][object.name=/^(globalThis|window|self|global)$/]',
  'CallExpression[callee.object.type="MetaProperty"][callee.property.name=/^glob/]:not([arguments.0.value=/\\.(bcmap|wasm|\\{pfb,ttf\\})$/])',
  // An address of a file beside this one, for a thread or a later import.
  'NewExpression[callee.name="URL"][arguments.1.object.type="MetaProperty"]',
  'MemberExpression[object.type="MetaProperty"][property.name="resolve"]',
];

/** Forbids an import whose module is only known as the program runs, or that is written so that nobody checks it. */
export const namedImport: Rule.RuleModule = {
  meta: {
    type: 'problem',
    messages: { unnamed: 'Import it by its name, in a form that is read: who may import it is checked by that.' },
    schema: [],
  },
  create: (context) => ({
    [UNSEEN.join(', ')]: (node: Rule.Node) => context.report({ node, messageId: 'unnamed' }),
  }),
};
