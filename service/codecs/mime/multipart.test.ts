import { describe, expect, it } from 'vitest';
import { readMimeEntity, startsAsMime } from './mime-entity.ts';
import { partsOf, withCanonicalLines, withLineFeeds } from './multipart.ts';

const bytes = (text: string): Uint8Array => Buffer.from(text, 'latin1');
const text = (part: Uint8Array): string => Buffer.from(part).toString('latin1');

function parts(body: string, boundary = 'b', most = 9): readonly string[] | null {
  const entity = readMimeEntity(bytes(`Content-Type: multipart/mixed; boundary="${boundary}"\n\n${body}`));
  return (entity && partsOf(entity, most)?.map(text)) ?? null;
}

describe('headers', () => {
  it('are read over several lines, in any letter case, with quoted parameters', () => {
    const entity = readMimeEntity(
      bytes('X: y\r\nCONTENT-type: Text/HTML;\r\n\tcharset=utf-8; Name="a \\"b\\"; c"\r\n\r\nbody\r\n\r\n'),
    );
    expect(entity).toMatchObject({ mediaType: 'text/html', transferEncoding: '7bit' });
    expect([...(entity?.parameters ?? [])]).toEqual([
      ['charset', 'utf-8'],
      ['name', 'a "b"; c'],
    ]);
    expect(text(entity?.body ?? bytes(''))).toBe('body\r\n\r\n');
  });

  it('may be none in a part', () => {
    expect(readMimeEntity(bytes('\r\nbody'))).toMatchObject({ mediaType: 'text/plain', body: bytes('body') });
  });

  it.each([
    ['a type twice', 'Content-Type: a/b\nContent-type: a/c\n\n'],
    ['a transfer encoding twice', 'Content-Transfer-Encoding: base64\nContent-Transfer-Encoding: 7bit\n\n'],
    ['a line that is no field', 'A: b\nno field\n\n'],
    ['a line end that is none to all', 'A: b\rContent-Type: a/b\nContent-Type: a/c\n\n'],
    ['a zero byte', 'A: b\0\n\n'],
    ['no end', 'A: b\nC: d'],
  ])('are not read with %s', (_what, head) => expect(readMimeEntity(bytes(head))).toBeNull());

  it('are told from notes', () => {
    expect(startsAsMime('Subject: x\r\nMIME-Version: 1.0\r\n\r\nText')).toBe(true);
    expect(startsAsMime('Note: call Alice\n\nContent-Type: of what?')).toBe(false);
    expect(startsAsMime('<a>\nContent-Type: x')).toBe(false);
  });
});

describe('parts', () => {
  it('lie between boundaries, without the line break before them', () => {
    expect(parts('preamble\r\n--b\r\none\r\n\r\n--b  \ntwo\n--b--\nepilogue')).toEqual(['one\r\n', 'two']);
    expect(parts('--b\n--b\n\n--b--')).toEqual(['', '']);
  });

  it('may hold what only begins like a boundary', () => {
    expect(parts('--b\na --b\n--bc\n--b-\n--b x\n--b--')).toEqual(['a --b\n--bc\n--b-\n--b x']);
  });

  it.each([
    ['the last boundary is missing', '--b\none\n--b\ntwo', 'b', 9],
    ['there is no boundary', '----\none\n----', '', 9],
    ['there are too many', '--b\n1\n--b\n2\n--b\n3\n--b--', 'b', 2],
  ])('are none where %s', (_what, body, boundary, most) => expect(parts(body, boundary, most)).toBeNull());

  it('are none in linear time where everything is nearly a boundary', () => {
    expect(parts('--b-'.repeat(500_000))).toBeNull();
  });
});

describe('line ends', () => {
  it('become those of mail, or those of files, and a lone CR stays', () => {
    expect(text(withCanonicalLines(bytes('\na\r\nb\n\nc\rd')))).toBe('\r\na\r\nb\r\n\r\nc\rd');
    expect(text(withLineFeeds(bytes('\na\r\nb\n\r\nc\rd\r')))).toBe('\na\nb\n\nc\rd\r');
  });

  it('are left alone where nothing is to be done', () => {
    const [mail, file] = [bytes('a\r\n'), bytes('a\n')];
    expect(withCanonicalLines(mail)).toBe(mail);
    expect(withLineFeeds(file)).toBe(file);
  });
});
