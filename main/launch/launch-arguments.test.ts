import { describe, expect, it } from 'vitest';
import { readLaunchArguments } from './launch-arguments.ts';

const NOTHING = { settings: [], files: [], addresses: [] };

describe('readLaunchArguments', () => {
  it.each([
    [[], NOTHING],
    [['--Server:Port=5081', 'a.pdf'], { settings: ['--Server:Port=5081'], files: ['a.pdf'] }],
    [['--config', '/etc/station.json', 'a.pdf'], { settings: ['--config', '/etc/station.json'], files: ['a.pdf'] }],
    [['/home/me/a b.pdf', 'C:\\me\\c.xml', ''], { files: ['/home/me/a b.pdf', 'C:\\me\\c.xml'] }],
    [
      ['file:///home/me/a%20b.pdf', 'FILE://localhost/home/me/%C3%A9.xml', 'file://other/c.pdf', 'file:///%E0%A4%A'],
      { files: ['/home/me/a b.pdf', '/home/me/é.xml', 'file://other/c.pdf', 'file:///%E0%A4%A'] },
    ],
    [
      ['signing-station://sign?file=/etc/passwd', 'SIGNING-STATION:x'],
      { addresses: ['signing-station://sign?file=/etc/passwd', 'SIGNING-STATION:x'] },
    ],
    [['--ozone-platform=wayland', '--disable-gpu', '-psn_0_1', '--lang=cs'], NOTHING],
    [['--no-sandbox', '--inspect', '--remote-debugging-port=1'], NOTHING],
    [
      ['--frobnicate', '--Server-Port=1', '–Server:Port=1'],
      { settings: ['--frobnicate', '--Server-Port=1', '–Server:Port=1'] },
    ],
  ])('%j', (words, found) => {
    expect(readLaunchArguments(words)).toEqual({ ...NOTHING, ...found });
  });
});
