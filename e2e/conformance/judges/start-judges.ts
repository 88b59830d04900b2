import path from 'node:path';
import { prepareDss } from './dss-judge.ts';
import type { Judge, TrustMaterial } from './judge.ts';
import { opensslJudge, pdfsigJudge, qpdfJudge, xmlsecJudge } from './program-judges.ts';
import { preparePyhanko } from './pyhanko-judge.ts';
import { runProgram } from './run-program.ts';
import { prepareVerapdf } from './verapdf-judge.ts';
import { stationJudge } from './station-judge.ts';

const CACHE = path.resolve(import.meta.dirname, '../../../node_modules/.cache/conformance');
const VERSION_ARGUMENTS = {
  openssl: ['version'],
  xmlsec1: ['--version'],
  pdfsig: ['-v'],
  certutil: ['-H'],
  qpdf: ['--version'],
};
type Program = keyof typeof VERSION_ARGUMENTS;

export interface MissingJudge {
  readonly name: string;
  readonly reason: string;
}

export interface Judges {
  readonly judges: readonly Judge[];
  readonly missing: readonly MissingJudge[];
}

/** All judges that can be had on this machine, and the others with what they lack. */
export async function startJudges(trust: TrustMaterial, folder: string): Promise<Judges> {
  const missing: MissingJudge[] = [];
  const judges: (Judge | null)[] = [
    stationJudge(),
    await prepareDss(trust, CACHE, (reason) => missing.push({ name: 'DSS', reason })),
    await prepareVerapdf(CACHE, (reason) => missing.push({ name: 'veraPDF', reason })),
    await preparePyhanko(trust, CACHE, (reason) => missing.push({ name: 'pyHanko', reason })),
    await withPrograms(['openssl'], 'openssl', () => opensslJudge(trust, folder)),
    await withPrograms(['xmlsec1'], 'xmlsec1', () => xmlsecJudge(trust)),
    await withPrograms(['pdfsig', 'certutil'], 'pdfsig', () => pdfsigJudge(trust, folder)),
    await withPrograms(['qpdf'], 'qpdf', () => qpdfJudge()),
  ];
  return { judges: judges.filter((judge) => judge !== null), missing };

  async function withPrograms(
    programs: readonly Program[],
    name: string,
    make: () => Judge | Promise<Judge>,
  ): Promise<Judge | null> {
    for (const program of programs) {
      if ((await runProgram(program, VERSION_ARGUMENTS[program])).code === -1) {
        missing.push({ name, reason: `${program} is missing` });
        return null;
      }
    }
    return make();
  }
}
