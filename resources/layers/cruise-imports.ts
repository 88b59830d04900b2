import { cruise, type ICruiseResult, type IForbiddenRuleType } from 'dependency-cruiser';
import type { Import } from './room.ts';
import { isTypeOnlyFault, svelteTypeImports } from './svelte-type-imports.ts';

/** An import that a rule forbids, or a file that one forbids (`to` is then the file itself). */
export interface Fault extends Import {
  readonly rule: string;
}

export interface CruisedImports {
  readonly files: readonly string[];
  readonly imports: readonly Import[];
  readonly faults: readonly Fault[];
}

/**
 * Reads the imports of all files in the folders given, below `root`, and judges them by the rules. Types count like
 * values. `dist` is looked at where it is imported (nobody may), never searched.
 * Throws when dependency-cruiser cannot parse the rules or a file.
 */
export async function cruiseImports(
  root: string,
  places: readonly string[],
  rules: readonly IForbiddenRuleType[],
): Promise<CruisedImports> {
  const report = await cruise(
    [...places],
    {
      baseDir: root,
      ruleSet: { forbidden: [...rules] },
      validate: true,
      doNotFollow: { path: '^(node_modules|dist)/' },
      tsPreCompilationDeps: true,
      detectProcessBuiltinModuleCalls: true,
    },
    {
      exportsFields: ['exports'],
      conditionNames: ['types', 'import', 'node', 'default'],
      extensions: ['.ts', '.svelte', '.js', '.json'],
    },
  );
  const result = report.output as ICruiseResult;
  const own = result.modules.filter(
    ({ source, coreModule, couldNotResolve }) =>
      coreModule !== true && couldNotResolve !== true && !/^(node_modules|dist)\//.test(source),
  );
  const files = own.map(({ source }) => source);
  const erased = svelteTypeImports(root, files);
  return {
    files,
    imports: [
      ...own.flatMap(({ source, dependencies }) =>
        dependencies.map(({ resolved }) => ({ from: source, to: resolved })),
      ),
      ...erased,
    ],
    faults: [
      ...result.summary.violations.map(({ from, to, rule }) => ({ from, to, rule: rule.name })),
      ...erased.flatMap((each) =>
        rules.filter((rule) => isTypeOnlyFault(each, rule)).map(({ name }) => ({ ...each, rule: name ?? '' })),
      ),
    ],
  };
}
