import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { IForbiddenRuleType } from 'dependency-cruiser';
import ts from 'typescript';
import type { Import } from './room.ts';

/**
 * The imports in the scripts of Svelte components, types too: dependency-cruiser reads what the compiler leaves of a
 * component, and the compiler drops types. Names of packages and of Node's modules are given as dependency-cruiser does.
 */
export function svelteTypeImports(root: string, files: readonly string[]): Import[] {
  return files
    .filter((file) => file.endsWith('.svelte'))
    .flatMap((file) => {
      const scripts = readFileSync(path.join(root, file), 'utf8').matchAll(/<script[^>]*>([^]*?)<\/script>/g);
      return [...scripts].flatMap(([, script]) =>
        ts
          .preProcessFile(script ?? '', true, true)
          .importedFiles.map(({ fileName }) => ({ from: file, to: endOf(fileName, file) })),
      );
    });
}

function endOf(specifier: string, file: string): string {
  if (specifier.startsWith('.')) return path.posix.join(path.posix.dirname(file), specifier);
  return specifier.startsWith('node:') ? specifier.slice(5) : `node_modules/${specifier}/`;
}

/** Says whether a rule about both ends of an import forbids this one. Rules about cycles and the like need the graph. */
export function isTypeOnlyFault({ from, to }: Import, rule: IForbiddenRuleType): boolean {
  const { from: source, to: target } = rule as { from: Record<string, unknown>; to: Record<string, unknown> };
  const known =
    Object.keys(target).every((key) => key === 'path' || key === 'pathNot') && Object.keys(target).length > 0;
  return known && fits(from, source) && fits(to, target);
}

function fits(name: string, { path: wanted, pathNot: unwanted }: Record<string, unknown>): boolean {
  const matches = (patterns: unknown): boolean =>
    [patterns].flat().some((pattern) => new RegExp(String(pattern)).test(name));
  return (wanted === undefined || matches(wanted)) && (unwanted === undefined || !matches(unwanted));
}
