import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { withoutSecrets } from './secrets.mjs';

/**
 * Programs that the tests use as real counterparts and independent judges: Debian's package and how to see that it is
 * there (a program on the PATH, a file, or a module of Python).
 */
const NEEDED = [
  { package: 'softhsm2', program: 'softhsm2-util' },
  { package: 'opensc', program: 'pkcs11-tool' },
  { package: 'opensc-pkcs11', file: '/usr/lib/x86_64-linux-gnu/pkcs11-spy.so' },
  { package: 'gnutls-bin', program: 'p11tool' },
  { package: 'openssl', program: 'openssl' },
  { package: 'poppler-utils', program: 'pdfsig' },
  { package: 'libnss3-tools', program: 'certutil' },
  { package: 'qpdf', program: 'qpdf' },
  { package: 'mupdf-tools', program: 'mutool' },
  { package: 'imagemagick-6.q16', program: 'convert-im6.q16' },
  { package: 'xmlsec1', program: 'xmlsec1' },
  { package: 'libxml2-utils', program: 'xmllint' },
  { package: 'chromium', program: 'chromium' },
  { package: 'gcc', program: 'cc' },
  { package: 'desktop-file-utils', program: 'desktop-file-validate' },
  { package: 'squashfs-tools', program: 'mksquashfs' },
  { package: 'p7zip-full', program: '7za' },
  { package: 'nsis', program: 'makensis' },
  { package: 'postgresql-15', file: '/usr/lib/postgresql/15/bin/postgres' },
  { package: 'fonts-dejavu-core', file: '/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf' },
];

/** What the judges of the conformance run are made of. */
const NEEDED_BY_JUDGES = [
  { package: 'openjdk-17-jdk-headless', program: 'java' },
  { package: 'maven', program: 'mvn' },
  { package: 'python3-venv', module: 'ensurepip' },
];

/** Middleware of tokens: without it the tests of that one are left out, and say so. */
const WANTED = [
  { package: 'pcscd', file: '/usr/sbin/pcscd' },
  { package: 'vsmartcard-vpcd', file: '/usr/lib/pcsc/drivers/serial/libifdvpcd.so' },
  { package: 'swtpm', file: '/usr/bin/swtpm' },
  { package: 'tpm2-tools', file: '/usr/bin/tpm2_dictionarylockout' },
  { package: 'tpm2-abrmd', file: '/usr/sbin/tpm2-abrmd' },
  { package: 'libtss2-tcti-tabrmd0', file: '/usr/lib/x86_64-linux-gnu/libtss2-tcti-tabrmd.so.0' },
  { package: 'libtpm2-pkcs11-1', file: '/usr/lib/x86_64-linux-gnu/pkcs11/libtpm2_pkcs11.so' },
  { package: 'libtpm2-pkcs11-tools', file: '/usr/bin/tpm2_ptool' },
  { package: 'dbus-daemon', file: '/usr/bin/dbus-daemon' },
  { package: 'dbus-bin', file: '/usr/bin/dbus-send' },
  { package: 'opencryptoki', file: '/usr/sbin/pkcsslotd' },
];

/** Servers that stations may share: without one its tests are left out, and say so. */
const SERVERS = [
  { package: 'rabbitmq-server', file: '/usr/lib/rabbitmq/bin/rabbitmq-server' },
  { package: 'ceph-mon', program: 'ceph-mon' },
  { package: 'ceph-osd', program: 'ceph-osd' },
  { package: 'radosgw', program: 'radosgw' },
];

/** Browser tests take a third less processor time by it; without it they use the whole browser, and say so. */
const QUICKER_BROWSER = { package: 'chromium-headless-shell', program: 'chromium-headless-shell' };

/** Installs what is missing where that can be done (Debian, as root or with sudo); elsewhere says what is missing. */
export function ensureSystemPackages() {
  const missing = installMissing([...NEEDED, ...WANTED, ...SERVERS]);
  // By itself: where nobody offers it, nothing else would be installed with it.
  installMissing([QUICKER_BROWSER]);
  const isMissing = (entry) => missing.includes(entry.package);
  const untested = WANTED.filter(isMissing).map((entry) => entry.package);
  if (untested.length > 0) console.error(`Some middleware of tokens is not tested; missing: ${untested.join(', ')}.`);
  const servers = SERVERS.filter(isMissing).map((entry) => entry.package);
  if (servers.length > 0) console.error(`Shared servers are not tested; missing: ${servers.join(', ')}.`);
  const still = NEEDED.filter(isMissing).map((entry) => entry.package);
  if (still.length === 0) return;
  console.error(`The tests need programs that are missing here: ${still.join(', ')} (names of Debian's packages).`);
  process.exit(1);
}

/** The same for the conformance run, which says by itself which judge did not judge. */
export function ensureJudges() {
  installMissing([...NEEDED, ...NEEDED_BY_JUDGES]);
}

/** Gives the packages that are missing still. */
function installMissing(needed) {
  const missing = needed.filter((entry) => !isThere(entry));
  if (missing.length === 0) return [];
  const names = missing.map((entry) => entry.package);
  const prefix = aptPrefix();
  if (prefix !== undefined) {
    console.log(`Installing ${names.join(', ')} ...`);
    run([...prefix, 'apt-get', 'update', '-qq']);
    run([...prefix, 'apt-get', 'install', '-y', '-qq', '--no-install-recommends', ...names]);
  }
  return needed.filter((entry) => !isThere(entry)).map((entry) => entry.package);
}

function isThere({ program, file, module }) {
  if (file !== undefined) return existsSync(file);
  if (module !== undefined) return spawnSync('python3', ['-c', `import ${module}`], { stdio: 'ignore' }).status === 0;
  return (process.env.PATH ?? '').split(delimiter).some((folder) => existsSync(join(folder, program)));
}

function aptPrefix() {
  if (!isThere({ program: 'apt-get' })) return undefined;
  if (process.getuid?.() === 0) return [];
  const sudo = spawnSync('sudo', ['-n', 'true'], { stdio: 'ignore' });
  return sudo.status === 0 ? ['sudo', '-n'] : undefined;
}

function run([command, ...args]) {
  const result = spawnSync(command, args, {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...withoutSecrets(process.env), DEBIAN_FRONTEND: 'noninteractive' },
  });
  if (result.status !== 0) console.error(`${command} ${args[0]} ended with ${result.status}.`);
}
