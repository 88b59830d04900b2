import type { Diagnosis, Finding } from '../../contract/http/diagnosis.ts';
import { FINDING_SEVERITIES } from '../../contract/vocabulary/diagnosis-faults.ts';
import { CERTIFICATE_RULES } from './certificate-rules.ts';
import { viewOf, type DiagnosisFacts, type Rule } from './facts.ts';
import { KEY_FILE_RULES } from './key-file-rules.ts';
import { MACHINE_RULES } from './machine-rules.ts';
import { MODULE_RULES } from './module-rules.ts';
import { SECRET_RULES } from './secret-rules.ts';
import { TOKEN_RULES } from './token-rules.ts';

const RULES: readonly Rule[] = [
  ...MODULE_RULES,
  ...MACHINE_RULES,
  ...TOKEN_RULES,
  ...KEY_FILE_RULES,
  ...SECRET_RULES,
  ...CERTIFICATE_RULES,
];

/** What the facts mean: every fault that a rule finds, the worst first. Pure. */
export function diagnose(facts: DiagnosisFacts): Diagnosis {
  const view = viewOf(facts);
  const findings = RULES.flatMap((rule) => rule(facts, view)).map(shortened);
  return {
    providerId: facts.entry.id,
    providerType: facts.entry.type,
    displayName: facts.entry.name,
    checkedAt: facts.now.toISOString(),
    platform: facts.platform,
    architecture: facts.architecture,
    findings: FINDING_SEVERITIES.flatMap((severity) => findings.filter((each) => each.severity === severity)),
    tokens: [...view.tokens],
    modules: [...facts.modules],
    leftOut: [...facts.leftOut],
    ...facts.devices,
    keyFile: facts.keeping.keyFile,
    secret: facts.keeping.secret,
  };
}

const MAX_SENTENCE = 1000;

/** Names on tokens are as long as their makers like. */
function shortened(finding: Finding): Finding {
  const { cause, cure } = finding;
  return { ...finding, cause: cause.slice(0, MAX_SENTENCE), cure: cure.slice(0, MAX_SENTENCE) };
}
