import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { SignatureProfile } from '../../../service/contract/vocabulary/signature-formats.ts';
import type { LevelServices } from '../../../worker/engines/level-services.ts';
import { createEngines } from '../../../worker/engines/engines.ts';
import type { TestCa } from '../../actors/ca/make-test-ca.ts';
import { writePkcs12 } from '../../actors/ca/write-pkcs12.ts';
import { softwareSignerOf } from '../../actors/engines/sign-with-engine.ts';
import { askDigiDoc, type DigiDocAnswer, type DigiDocMaterial } from '../judges/digidoc.ts';
import { addSigner } from './add-signer.ts';
import { faultsFound, type SharedFile } from './dss-signs.ts';
import type { ForeignFile } from './foreign-files.ts';
import { signFirst } from './many-signers.ts';

const PASSWORD = 'digidoc-signs';
const KIND = { format: 'ASiC_E', packaging: null, containerSignature: 'XAdES' } as const;
/** Its rules want an OCSP response for every signature: without one that is all that it may have against it. */
const WITHOUT_REVOCATION = [
  'The certificate validation is not conclusive!',
  'No revocation data found for the certificate!',
];
const LEVELS = ['B', 'T', 'LT', 'LTA'] as const;
const NAMES: Readonly<Record<SignatureProfile, string>> = { B: 'B_BES', T: 'T', LT: 'LT', LTA: 'LTA' };

/** Containers with XAdES at every level, opened, validated and signed by digidoc4j, and then by another one of ours. */
export async function signWithDigiDoc(
  classPath: string,
  ca: TestCa,
  services: LevelServices,
  folder: string,
): Promise<SharedFile[]> {
  mkdirSync(path.join(folder, 'authorities'), { recursive: true });
  const material = materialFor(ca, folder);
  const ours = await containers(ca, services, folder);
  const signed = ours.map((file) => ({ path: file, output: `${file}.digidoc` }));
  const additions = await askDigiDoc(classPath, material, signed);
  const files: SharedFile[] = [];
  for (const [index, { path: file, output }] of signed.entries()) {
    const level = LEVELS[index] ?? 'B';
    const signedAgain = `${output}.again`;
    const first = faultsOf(additions[index], [level, 'B']);
    const third = first.length > 0 ? ['not signed again'] : await signOnce(ca, output, signedAgain);
    const fileAt = (place: string): ForeignFile => ({ id: place, format: KIND.format, path: place, originals: [] });
    files.push({
      id: `ASiC_E XAdES ${level}, digidoc4j`,
      ...{ operation: 'cosign', first: fileAt(file), second: fileAt(output), third: fileAt(signedAgain) },
      faults: [...first, ...third, ...(first.length > 0 ? [] : await faultsFound(fileAt(output), ca))],
    });
  }
  const last = await askDigiDoc(
    classPath,
    material,
    files.map(({ third, second }) => ({ path: (third ?? second).path, output: null })),
  );
  const checked = files.map((file, index) => {
    const found = faultsOf(last[index], [LEVELS[index] ?? 'B', 'B', 'B']).map((fault) => `signed again: ${fault}`);
    return { ...file, faults: [...file.faults, ...found] };
  });
  await requireSight(classPath, material, ours.at(-1) ?? '');
  return checked;
}

function materialFor(ca: TestCa, folder: string): DigiDocMaterial {
  const authorityFolder = path.join(folder, 'authorities');
  const put = (name: string, der: Uint8Array): void => writeFileSync(path.join(authorityFolder, name), der);
  put('root.cer', ca.trustAnchor);
  ca.intermediates.forEach((der, index) => put(`${index}.cer`, der));
  put('tsa.cer', ca.timestampAuthority.certificate);
  put('ocsp.pem', readFileSync(ca.path('ocsp-issuing.pem')));
  const keyFile = path.join(folder, 'key.p12');
  writePkcs12(ca, 'rsa-2048', keyFile, PASSWORD);
  return { authorityFolder, keyFile, password: PASSWORD };
}

/** One of each level, with the signer's OCSP response where a level holds evidence. */
async function containers(ca: TestCa, services: LevelServices, folder: string): Promise<string[]> {
  const base = path.join(folder, 'b.asice');
  await signFirst(KIND, base, softwareSignerOf(ca, 'p-256'), new Date());
  // Made when it is asked for: digidoc4j refuses a response that is older than the timestamp.
  const withOcsp: LevelServices = {
    timestamp: (imprint) => services.timestamp(imprint),
    validationData: async (of) => ({
      ...(await services.validationData(of)),
      ocspResponses: [ca.ocspResponse('signer-p-256')],
    }),
  };
  const engine = createEngines().ASiC_E;
  const files = [base];
  for (const level of ['T', 'LT', 'LTA'] as const) {
    const outputPath = path.join(folder, `${level}.asice`);
    const task = {
      inputPath: base,
      outputPath,
      content: null,
      before: null,
      level,
      hash: 'SHA-256',
      at: new Date(),
    } as const;
    await engine.extend({ ...task, services: withOcsp });
    files.push(outputPath);
  }
  return files;
}

async function signOnce(ca: TestCa, file: string, output: string): Promise<string[]> {
  const before = { id: file, format: KIND.format, path: file, originals: [] };
  const added = await addSigner(before, softwareSignerOf(ca, 'p-384'), output, new Date(Date.now() + 2_000));
  return 'refusal' in added ? [`another signer was refused: ${added.refusal}`] : [];
}

/** `levels` are those of its signatures, in their order. */
function faultsOf(answer: DigiDocAnswer | undefined, levels: readonly SignatureProfile[]): string[] {
  if (answer === undefined) return ['no answer'];
  if (answer.problem !== null) return [answer.problem];
  const { signatures, files } = answer;
  const count = signatures.length === levels.length ? [] : [`${signatures.length} signatures, not ${levels.length}`];
  return [
    ...[...count, ...(files.length === 1 ? [] : [`files ${files.join(', ')}`])],
    ...levels.flatMap((level, index) => {
      const { profile = 'none', errors = [] } = signatures[index] ?? {};
      const allowed = level === 'B' || level === 'T' ? WITHOUT_REVOCATION : [];
      const found = errors.filter((error) => !allowed.includes(error));
      return [...(profile === NAMES[level] ? [] : [`detected as ${profile}, not ${level}`]), ...found];
    }),
  ];
}

/** Throws where digidoc4j does not see that one bit of the signed file was changed. */
async function requireSight(classPath: string, material: DigiDocMaterial, file: string): Promise<void> {
  const bytes = readFileSync(file);
  const place = bytes.indexOf('<order>') + '<order>'.length;
  bytes[place] = (bytes[place] ?? 0) ^ 1;
  const spoilt = `${file}.spoilt`;
  writeFileSync(spoilt, bytes);
  const [answer] = await askDigiDoc(classPath, material, [{ path: spoilt, output: null }]);
  if (faultsOf(answer, ['LTA']).length === 0) throw new Error('digidoc4j does not see that a file was changed.');
}
