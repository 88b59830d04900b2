import { describe, expect, it } from 'vitest';
import { childrenNamed, hasElementOutside, hasOuterInstructions, outermostElements } from './find-elements.ts';
import { documentIds } from './ids.ts';
import { openXml } from './xml-document.ts';

const names = (elements: readonly { attribute(name: string): string | null }[]): (string | null)[] =>
  elements.map((element) => element.attribute('n'));

describe('finding elements', () => {
  it('gives the outermost of a name in document order, and counts those in them', () => {
    using tree = openXml(
      Buffer.from(
        '<r xmlns:p="urn:p"><p:s n="1"><x><p:s n="1.1"/></x><p:s n="1.2"/></p:s><s n="none"/>' +
          '<y><s xmlns="urn:p" n="2"/></y><p:s n="3"><q:s xmlns:q="urn:p" n="3.1"/></p:s></r>',
      ),
    );
    const { elements, nested } = outermostElements(tree, 'urn:p', 's');
    expect(names(elements)).toEqual(['1', '2', '3']);
    expect(nested).toBe(3);
    expect(outermostElements(tree, 'urn:other', 's')).toEqual({ elements: [], nested: 0 });
    expect(outermostElements(tree, 'urn:p', 'r').elements).toEqual([]);
  });

  it('begins where a name stands first, in whatever place that is', () => {
    using tree = openXml(Buffer.from('<?s?><r><a s="1"/><b Id="b"/><s n="1" Id="s"/><s n="2"/><Id/><c x="">t</c></r>'));
    expect(names([...tree.elementsNamed('', 's')])).toEqual(['1', '2']);
    expect(names([...tree.elementsNamed('', 'r')])).toEqual([null]);
    expect(['b', 's'].map((id) => documentIds(tree).find(id)?.localName)).toEqual(['b', 's']);
    const first = (name: string): number | undefined => tree.names.withLocal((local) => local === name)?.firstNode;
    const nodeOf = (name: string): number | undefined => [...tree.elementsNamed('', name)][0]?.node;
    expect([first('c'), first('b'), first('r')]).toEqual([nodeOf('c'), nodeOf('b'), nodeOf('r')]);
    expect([first('Id'), first('none')]).toEqual([(nodeOf('b') ?? 0) + 1, undefined]);
  });

  it('gives children of a name only, not what lies deeper', () => {
    using tree = openXml(
      Buffer.from('<r xmlns:p="urn:p">t<p:s n="1"><p:s n="1.1"/></p:s><!--c--><s n="no"/><p:s n="2"/></r>'),
    );
    expect(names(childrenNamed(tree.root, 'urn:p', 's'))).toEqual(['1', '2']);
    expect(childrenNamed(tree.root, 'urn:q', 's')).toEqual([]);
  });

  it('tells an element of another namespace, or of none, at any depth', () => {
    const known = new Set(['urn:a', 'urn:b']);
    const isOutside = (text: string): boolean => {
      using tree = openXml(Buffer.from(text));
      return hasElementOutside(tree.root, known);
    };
    expect(isOutside('<a xmlns="urn:a"><b xmlns="urn:b"/>text</a>')).toBe(false);
    expect(isOutside('<a xmlns="urn:a"><b><c xmlns="urn:c"/></b></a>')).toBe(true);
    expect(isOutside('<a xmlns="urn:a"><b xmlns=""/></a>')).toBe(true);
    expect(isOutside('<a/>')).toBe(true);
  });

  it('tells instructions outside of the document element', () => {
    const hasAny = (text: string): boolean => {
      using tree = openXml(Buffer.from(text));
      return hasOuterInstructions(tree);
    };
    expect(hasAny('<?xml version="1.0"?><!-- c --><a><?inside?></a>\n')).toBe(false);
    expect(hasAny('<?before?><a/>')).toBe(true);
    expect(hasAny('<a/><?after?>')).toBe(true);
  });
});
