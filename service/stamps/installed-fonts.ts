import { readdir, readFile, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join, parse } from 'node:path';
import { openInstalledFont } from '../codecs/pdf/stamp/installed-font.ts';
import { missingCharacters, type StampFonts } from '../codecs/pdf/stamp/stamp-font.ts';
import type { TrueTypeFont } from '../codecs/pdf/stamp/true-type-font.ts';
import { FALLBACK_GROUPS } from './fallback-fonts.ts';

/** The largest that systems bring along have about half of it. */
const MAX_FONT_BYTES = 64 * 1024 * 1024;
/** They stay in memory, up to 20 MB each. */
const MAX_KEPT_FONTS = 4;

const SYSTEM_FOLDERS: Readonly<Partial<Record<NodeJS.Platform, readonly string[]>>> = {
  win32: [String.raw`C:\Windows\Fonts`],
  darwin: ['/System/Library/Fonts', '/Library/Fonts', join(homedir(), 'Library/Fonts')],
  linux: ['/usr/share/fonts', '/usr/local/share/fonts', join(homedir(), '.local/share/fonts')],
};

/**
 * Fonts installed on the machine, for texts with characters that the fonts of the product lack. Folders are listed
 * and files read when such a text comes for the first time; those used last are kept.
 */
export class InstalledFonts {
  readonly #folders: readonly string[];
  #paths: Promise<ReadonlyMap<string, string>> | undefined;
  readonly #opened = new Map<string, Promise<TrueTypeFont | null>>();

  constructor(folders: readonly string[] = SYSTEM_FOLDERS[process.platform] ?? []) {
    this.#folders = folders;
  }

  /** The fonts with others behind them that have what they lack in `text`, as far as there are any. Never rejects. */
  async complete(fonts: StampFonts, text: string): Promise<StampFonts> {
    const missing = missingCharacters(text, fonts.regular);
    for (const character of missingCharacters(text, fonts.bold)) missing.add(character);
    if (missing.size === 0) return fonts;
    const fallbacks = await this.#fontsFor(missing);
    if (fallbacks.length === 0) return fonts;
    return { regular: { ...fonts.regular, fallbacks }, bold: { ...fonts.bold, fallbacks } };
  }

  async #fontsFor(missing: Set<string>): Promise<TrueTypeFont[]> {
    const paths = await (this.#paths ??= this.#findFiles());
    const found: TrueTypeFont[] = [];
    for (const { characters, files } of FALLBACK_GROUPS) {
      for (const file of files) {
        // Another font of the group only for what the ones before did not have.
        if (![...missing].some((character) => characters.test(character))) break;
        const path = paths.get(file);
        const font = path === undefined ? null : await this.#open(path);
        if (font !== null && takeCovered(missing, font)) found.push(font);
      }
    }
    return found;
  }

  /** Paths of the files that the groups name, by name in lower case; the first folder wins. */
  async #findFiles(): Promise<ReadonlyMap<string, string>> {
    const wanted = new Set(FALLBACK_GROUPS.flatMap(({ files }) => files));
    const paths = new Map<string, string>();
    for (const folder of this.#folders) {
      // A folder that is not there or not readable has no fonts.
      const entries = await readdir(folder, { recursive: true }).catch(() => []);
      for (const entry of entries) {
        const name = parse(entry).base.toLowerCase();
        if (wanted.has(name) && !paths.has(name)) paths.set(name, join(folder, entry));
      }
    }
    return paths;
  }

  #open(path: string): Promise<TrueTypeFont | null> {
    const known = this.#opened.get(path) ?? readFont(path);
    // Again last in the order of insertion.
    this.#opened.delete(path);
    this.#opened.set(path, known);
    const [oldest] = this.#opened.keys();
    if (this.#opened.size > MAX_KEPT_FONTS && oldest !== undefined) this.#opened.delete(oldest);
    return known;
  }
}

async function readFont(path: string): Promise<TrueTypeFont | null> {
  try {
    const { size } = await stat(path);
    if (size > MAX_FONT_BYTES) return null;
    return openInstalledFont(await readFile(path), parse(path).name.replaceAll(/[^A-Za-z0-9-]/g, ''));
  } catch {
    // Gone or not readable: the characters become boxes, as without the font.
    return null;
  }
}

/** Removes the characters that the font has; false when there are none. */
function takeCovered(missing: Set<string>, font: TrueTypeFont): boolean {
  const before = missing.size;
  for (const character of missing) if (font.glyphOf(character.codePointAt(0) ?? 0) !== 0) missing.delete(character);
  return missing.size < before;
}
