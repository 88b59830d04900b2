import { productVersion } from './product-version.ts';

/** What the station is started with; the command line has a help of its own. */
const USAGE = `Starts the station and serves until it is asked to stop.

  --Section:Key=value   a setting, such as --Server:Port=5081 (docs/settings.md has all)
  --config FILE         settings in a file, instead of config.json in the data directory
  --print-config        shows the settings in force, and ends
  --version             shows the version, and ends
  --help                shows this, and ends

Commands for documents, keys and lists are another program: signing-station help, or in a checkout npm run station -- help.
`;

/** What is answered in the place of a start; null where nobody asked for it. */
export async function askedOfEntry(argv: readonly string[]): Promise<string | null> {
  if (argv.includes('--help')) return USAGE;
  return argv.includes('--version') ? versionLine() : null;
}

export async function versionLine(): Promise<string> {
  return `signing-station ${await productVersion()}\n`;
}
