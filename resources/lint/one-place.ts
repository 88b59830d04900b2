import type { Rule } from 'eslint';

/** The properties of an object literal, as far as their names are written down. */
interface ObjectLiteral {
  readonly properties: readonly {
    readonly key?: { readonly name?: string };
    readonly value?: { readonly value?: unknown };
  }[];
}

/** Forbids to write an audit event down as a literal: `service/domain/audit-events.ts` makes them all, in one shape. */
export const auditEvent: Rule.RuleModule = {
  meta: {
    type: 'problem',
    messages: { byHand: 'Audit events are made by service/domain/audit-events.ts.' },
    schema: [],
  },
  create: (context) => ({
    ObjectExpression(node) {
      const names = namesOf(node as unknown as ObjectLiteral);
      if (names.has('eventType') && names.has('actor')) context.report({ node, messageId: 'byHand' });
    },
  }),
};

/** Forbids a second order of verdicts: two functions that combine them would disagree some day. */
export const verdictOrder: Rule.RuleModule = {
  meta: {
    type: 'problem',
    messages: {
      second:
        'VERIFICATION_STATUSES is the order of verdicts; `worstStatus` and `isWorseStatus` of fault.ts compare them.',
    },
    schema: [],
  },
  create: (context) => ({
    ObjectExpression(node) {
      const { properties } = node as unknown as ObjectLiteral;
      const names = namesOf({ properties: properties.filter(({ value }) => typeof value?.value === 'number') });
      if (VERDICTS.every((name) => names.has(name))) context.report({ node, messageId: 'second' });
    },
    ArrayExpression(node) {
      const values = new Set(node.elements.map((element) => (element?.type === 'Literal' ? element.value : null)));
      if (VERDICTS.every((name) => values.has(name))) context.report({ node, messageId: 'second' });
    },
  }),
};

const VERDICTS = ['VALID', 'INDETERMINATE', 'INVALID'];

function namesOf({ properties }: ObjectLiteral): Set<string | undefined> {
  return new Set(properties.map(({ key }) => key?.name));
}
