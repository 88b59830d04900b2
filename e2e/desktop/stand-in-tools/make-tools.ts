import { execFileSync } from 'node:child_process';
import { chmodSync, globSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pluginLibrary } from './plugin-library.ts';

const ROOT = path.resolve(import.meta.dirname, '../../..');
const NODE = path.join(ROOT, 'node_modules/node/bin/node');
const SCRIPTS = path.join(ROOT, 'node_modules/app-builder-lib/templates/nsis');
/** What NSIS brings itself, and what scripts call of Windows by its plugin "System". */
const NOT_OURS = /^(System|BgImage|KERNEL32|SHELL32|OLE32|user32)$/i;

/** `icon.ico` of a PNG, by ImageMagick. */
const ICON_TOOL = `
const { input, out } = Object.fromEntries(process.argv.slice(2).map((word) => word.slice(2).split('=')));
require('node:child_process').execFileSync('convert-im6.q16', [input, '-resize', '256x256', out + '/icon.ico']);
`;

/**
 * Tools for the installers, where electron-builder would download its own: Debian's mksquashfs, desktop-file-validate, 7za and
 * makensis; stand-ins for fpm, for the start of an AppImage, for the plugins of NSIS, and for Wine, of which electron-builder
 * wants one thing: that the first installer it makes writes the uninstaller.
 *
 * @returns the environment by which electron-builder finds them
 */
export function makeInstallerTools(folder: string): Readonly<Record<string, string>> {
  const at = (file: string): string => {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    return path.join(folder, file);
  };
  const script = (file: string, text: string): string => {
    writeFileSync(at(file), `#!/bin/sh\n${text}\n`);
    chmodSync(at(file), 0o755);
    return at(file);
  };
  for (const tool of ['mksquashfs', 'desktop-file-validate']) symlinkSync(`/usr/bin/${tool}`, at(`appimage/${tool}`));
  script('appimage/runtimes/runtime-x64', 'exit 0');
  writeFileSync(at('appimage/lib/x64/library'), '');
  script('nsis/linux/makensis', `NSISDIR=/usr/share/nsis exec /usr/bin/makensis "$@"`);
  for (const [plugin, names] of pluginsOfScripts())
    writeFileSync(at(`plugins/plugins/x86-unicode/${plugin}.dll`), pluginLibrary([...names]));
  writeFileSync(at('icons/icon-tool.js'), ICON_TOOL);
  script('wine/wine', 'cp "$1" "${1%exe}__uninstaller.exe"');
  return {
    CUSTOM_FPM_PATH: script('fpm', `exec '${NODE}' '${path.join(import.meta.dirname, 'fpm.ts')}' "$@"`),
    APPIMAGE_TOOLS_PATH: path.join(folder, 'appimage'),
    ELECTRON_BUILDER_7ZIP_PATH: execFileSync('which', ['7za'], { encoding: 'utf8' }).trim(),
    ELECTRON_BUILDER_ICONS_TOOLSET_DIR: path.join(folder, 'icons'),
    ELECTRON_BUILDER_NSIS_DIR: path.join(folder, 'nsis'),
    ELECTRON_BUILDER_NSIS_RESOURCES_DIR: path.join(folder, 'plugins'),
    USE_SYSTEM_WINE: 'true',
    PATH: `${path.join(folder, 'wine')}:${process.env['PATH'] ?? ''}`,
  };
}

/** Which functions of which plugins the scripts of electron-builder call. */
function pluginsOfScripts(): ReadonlyMap<string, ReadonlySet<string>> {
  const found = new Map<string, Set<string>>();
  for (const file of globSync('**/*.{nsh,nsi}', { cwd: SCRIPTS })) {
    const text = readFileSync(path.join(SCRIPTS, file), 'utf8');
    for (const [, plugin = '', name = ''] of text.matchAll(/\b([A-Za-z]\w+)::(\w+)/g)) {
      if (NOT_OURS.test(plugin)) continue;
      found.set(plugin, (found.get(plugin) ?? new Set()).add(name));
    }
  }
  return found;
}
