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
