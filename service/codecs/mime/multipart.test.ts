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
    ['a form feed', 'A: b\fContent-Type: a/b\n\n'],
    ['a separator of lines', 'A: b\u001eContent-Type: a/b\n\n'],
    ['a blank before a colon', 'A: b\nContent-Type : a/b\n\n'],
    ['a line of white space', 'A: b\r\n \r\nContent-Type: a/b\n\n'],
    ['a line of white space at its end', 'A: b\n\t\n\n'],
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
    expect(parts('preamble\r\n--b\r\none\r\n\r\n--b  \r\ntwo\r\n--b--\r\nepilogue')).toEqual(['one\r\n', 'two']);
    expect(parts('preamble\n--b\none\r\n\n--b\t\ntwo\n--b--\nepilogue')).toEqual(['one\r\n', 'two']);
    expect(parts('--b\n--b\n\n--b--')).toEqual(['', '']);
  });

  it('may hold the boundary within a line, and other lines and line ends', () => {
    expect(parts('--b\na --b\n--a\rc\0\n--b--')).toEqual(['a --b\n--a\rc\0']);
  });

  it('may stand between words, rules, and two hyphens alone', () => {
    expect(parts('a -- b\n\u00e4 -- c\n- d\n-----\n--b\none\n--b--\n-- \nA list')).toEqual(['one']);
  });

  it.each([
    ['a part goes on behind what begins like it', '--b\none\n--bc\n--b--'],
    ['words follow it', '--b\none\n--b x\n--b--'],
    ['one hyphen follows it', '--b\none\n--b-\n--b--'],
    ['blanks stand before it', '--b\none\n \t--b\n--b--'],
    ['it stands behind a lone CR', '--b\none\r--b\n--b--'],
    ['it stands behind another control character', '--b\none\f--b\n--b--'],
    ['it stands behind a separator of Unicode', '--b\none\u00e2\u0080\u00a8--b\n--b--'],
    ['a lone CR follows it', '--b\none\n--b\r\r\n--b--'],
    ['it stands within a line before all parts', 'x --b\n--b\none\n--b--'],
    ['it stands within a line behind all parts', '--b\none\n--b--\nx --b'],
    ['parts follow the last one', '--b\none\n--b--\n--b\ntwo\n--b--'],
    ['other parts stand before it', '--c\ntwo\n--b\none\n--b--'],
    ['other parts stand behind it', '--b\none\n--b--\n--c\ntwo\n--c--'],
    ['other parts stand behind blanks', ' -- c\ntwo\n--b\none\n--b--'],
    ['other parts stand behind a form feed', 'x\f--c\ntwo\n--b\none\n--b--'],
    ['a lone CR stands before it', 'x\ry\n--b\none\n--b--'],
    ['a zero byte stands behind it', '--b\none\n--b--\n\0'],
    ['line ends differ between the first and the second', '--b\r\none\n--b\ntwo\r\n--b--'],
  ])('are none where %s', (_what, body) => expect(parts(body)).toBeNull());

  it.each([
    ['the last boundary is missing', '--b\none\n--b\ntwo', 'b', 9],
    ['there is no boundary', '----\none\n----', '', 9],
    ['there are too many', '--b\n1\n--b\n2\n--b\n3\n--b--', 'b', 2],
  ])('are none where %s', (_what, body, boundary, most) => expect(parts(body, boundary, most)).toBeNull());

  it('are none in linear time where everything is nearly a boundary', () => {
    for (const near of ['--b-', '--b\n ', '\t--', '--b\n\r--', '\n--b \t'])
      expect(parts(near.repeat(500_000))).toBeNull();
    expect(parts(`--b\n${'x--b'.repeat(500_000)}\n${' '.repeat(500_000)}\n--b--`)).toHaveLength(1);
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
