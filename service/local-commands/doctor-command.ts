import { diagnosisText } from '../use-cases/diagnosis-text.ts';
import { createTokenDoctor, doctoredProviders, type DoctorParts } from '../composition/signing-providers.ts';
import { hostSecrets } from '../composition/host-secrets.ts';
import { tryServers } from '../composition/try-servers.ts';
import { readTrustMaterial, trustFolders } from '../trust/trust-material.ts';
import { describeUnread } from '../trust/trust-watch.ts';
import { CommandFailed } from './api-key-commands.ts';

/**
 * Prints the diagnosis of one provider or of all, and, with all, what the configured servers answer. Beside a running station it does no harm: it takes no lock, logs in
 * nowhere and loads modules in processes of its own; in Production, as over HTTP, only configured ones. At the end it
 * names what lies in the trust folders and cannot be read. Throws CommandFailed where a provider cannot sign, once all is
 * told, and where there is none of that id.
 */
export async function runDoctorCommand(
  parts: DoctorParts,
  providerId: string | null,
  print: (line: string) => void,
): Promise<void> {
  const { providers } = doctoredProviders(parts.configuration, null);
  const wanted = providers.filter(({ entry }) => providerId === null || entry.id === providerId);
  if (wanted.length === 0) {
    const ids = providers.map(({ entry }) => entry.id).join(', ');
    throw new CommandFailed(`There is no provider with the id ${providerId ?? ''}. There are: ${ids}.`);
  }
  const doctor = createTokenDoctor(parts, providers, parts.configuration.Environment !== 'Production');
  const faulty: string[] = [];
  for (const { entry } of wanted) {
    const diagnosis = await doctor.diagnose(entry.id);
    if (diagnosis === undefined) continue;
    print(diagnosisText(diagnosis));
    if (diagnosis.findings.some(({ severity }) => severity === 'error')) faulty.push(entry.id);
  }
  if (providerId === null) faulty.push(...(await askServers(parts, print)));
  const { unread } = await readTrustMaterial(trustFolders(parts.configuration));
  for (const one of unread) print(`A file in a trust folder is not used: ${describeUnread(one)}`);
  if (faulty.length > 0) throw new CommandFailed(`With an error: ${faulty.join(', ')}.`);
}

/** Answers the names of those that do not let the station in. */
async function askServers(
  { configuration, environment }: DoctorParts,
  print: (line: string) => void,
): Promise<string[]> {
  const trials = await tryServers(configuration, hostSecrets(environment, configuration.Data.Directory));
  for (const { name, fault } of trials) print(fault ?? `${name} lets the station in.`);
  return trials.flatMap(({ name, fault }) => (fault === null ? [] : [name]));
}
