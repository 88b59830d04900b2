import { describe, expect, it } from 'vitest';
import { derExplicit, derOid, derSequence, derSetOf, derUtf8String, derValue } from '../../codecs/asn1/der-writer.ts';
import { encodeName } from '../../codecs/x509/name.ts';
import { evaluate, type Request } from './issued-certificates.suite.ts';
import {
  alternative,
  changed,
  constraint,
  named,
  root,
  sub,
  text,
  under,
  usage,
  withExtensions,
} from './path-cases.suite.ts';

/** Names of a signer that get around what its authority may vouch for (RFC 5280 4.2.1.10), and lawful ones beside them. */

const mail = (value: string): Uint8Array => text(0x81, value);
const host = (value: string): Uint8Array => text(0x82, value);
const uri = (value: string): Uint8Array => text(0x86, value);
const address = (...bytes: number[]): Uint8Array => derValue(0x87, Uint8Array.from(bytes));
const directory = (...attributes: (readonly [string, string])[]): Uint8Array => derExplicit(4, encodeName(attributes));
const otherName = (oid: string, value: Uint8Array): Uint8Array => derValue(0xa0, derOid(oid), derExplicit(0, value));
const utf8Mail = (value: string): Uint8Array => otherName('1.3.6.1.5.5.7.8.9', derUtf8String(value));
const bits = (value: string): Uint8Array => derValue(0x03, Buffer.from(`\0${value}`));
/** A name of one O, whose value is this. */
const organization = (value: Uint8Array): Uint8Array =>
  derSequence(
    derSetOf([derSequence(derOid('2.5.4.10'), value)]),
    derSetOf([derSequence(derOid('2.5.4.3'), derUtf8String('Leaf'))]),
  );

type Names = Uint8Array | Request;
const requestOf = (names: Names): Request =>
  names instanceof Uint8Array ? withExtensions(usage, alternative(names)) : names;

function reasons(kind: 'permitted' | 'excluded', base: Uint8Array, names: Names): readonly string[] {
  const { leaf, brought = [] } = under(sub(constraint(kind === 'permitted' ? 0 : 1, base)), requestOf(names));
  return evaluate(leaf, [root], brought).reasonCodes;
}

const BAD = 'bad.example';

/** A constraint, and names that are under it however they are written. */
const EXCLUDED: readonly (readonly [what: string, base: Uint8Array, names: Names])[] = [
  ['a host', host(BAD), host(BAD)],
  ['a host below it', host(BAD), host(`a.b.${BAD}`)],
  ['a host in capitals', host(BAD), host('BAD.Example')],
  ['a host with a dot at its end', host(BAD), host(`${BAD}.`)],
  ['a host below it with a dot at its end', host(BAD), host(`www.${BAD}.`)],
  ['a host with a blank at its end', host(BAD), host(`${BAD} `)],
  ['a host with a blank before it', host(BAD), host(` ${BAD}`)],
  ['a host with NUL behind it', host(BAD), host(`${BAD}\0.good.example`)],
  ['a host with a line break', host(BAD), host(`${BAD}\n`)],
  ['a host with an escape', host(BAD), host('b%61d.example')],
  ['a host with an empty label', host(BAD), host('bad..example')],
  ['a host with two labels run together', host(BAD), host(`x..${BAD}`)],
  ['a host with a port', host(BAD), host(`${BAD}:443`)],
  ['a host with a wildcard within a label', host(BAD), host('b*d.example')],
  ['a host that is a wildcard alone', host(BAD), host('*')],
  ['a host with a soft hyphen', host(BAD), host('b\xadad.example')],
  ['an empty host', host(BAD), host('')],
  ['every host', host(''), host('good.example')],
  ['a host under a constraint with a dot at its end', host(`${BAD}.`), host(BAD)],
  ['a mailbox', mail(BAD), mail(`a@${BAD}`)],
  ['a mailbox with a dot at its end', mail(BAD), mail(`a@${BAD}.`)],
  ['a mailbox with a blank at its end', mail(BAD), mail(`a@${BAD} `)],
  ['a mailbox with NUL behind it', mail(BAD), mail(`a@${BAD}\0`)],
  ['a mailbox with a comment', mail(BAD), mail(`a@${BAD}(x)`)],
  ['a mailbox in angle brackets', mail(BAD), mail(`<a@${BAD}>`)],
  ['a mailbox with an address for a host', mail(BAD), mail('a@[192.0.2.1]')],
  ['a mailbox without a host', mail(BAD), mail('a@')],
  ['a mailbox of a domain with a dot at its end', mail(`.${BAD}`), mail(`a@x.${BAD}.`)],
  ['one mailbox with its local part in quotation marks', mail(`bob@${BAD}`), mail(`"bob"@${BAD}`)],
  ['one mailbox with an escape in quotation marks', mail(`bob@${BAD}`), mail(`"b\\ob"@${BAD}`)],
  ['every mailbox', mail(''), mail('a@good.example')],
  ['a mailbox beyond ASCII', mail(BAD), utf8Mail(`jos\u00e9@${BAD}`)],
  ['a mailbox in the form for those beyond ASCII', mail(BAD), utf8Mail(`jose@${BAD}`)],
  ['a mailbox with a host beyond ASCII', mail(BAD), utf8Mail('jos\u00e9@b\u00e4d.example')],
  ['a mailbox of that form that is no text', mail(BAD), otherName('1.3.6.1.5.5.7.8.9', bits(`a@${BAD}`))],
  ['a mailbox of the subject', mail(BAD), named(['emailAddress', `a@${BAD}.`])],
  ['an address on the web', uri(BAD), uri(`https://${BAD}/`)],
  ['an address on the web with a dot', uri(BAD), uri(`https://${BAD}./`)],
  ['an address on the web with an escape', uri(BAD), uri('https://b%61d.example/')],
  ['an address on the web with a name before it', uri(BAD), uri(`https://good.example@${BAD}/`)],
  ['an address on the web with a backslash', uri(BAD), uri(`https://good.example\\@${BAD}/`)],
  ['an address on the web with a blank', uri(BAD), uri(`https://${BAD} /`)],
  ['an address on the web without slashes', uri(BAD), uri(`https:${BAD}`)],
  ['an address on the web by number', uri(BAD), uri('https://192.0.2.1/')],
  ['every address on the web', uri(''), uri('https://good.example/')],
  ['a number', address(192, 0, 2, 0, 255, 255, 255, 0), address(192, 0, 2, 9)],
  ['a number with a byte more', address(192, 0, 2, 0, 255, 255, 255, 0), address(192, 0, 2, 9, 0)],
  ['a number with a byte less', address(192, 0, 2, 0, 255, 255, 255, 0), address(192, 0, 2)],
  ['a number under half a mask', address(192, 0, 2, 0, 255), address(192, 0, 2, 9)],
  ['a name', directory(['O', 'Bad']), named(['O', 'Bad'], ['CN', 'Leaf'])],
  ['a name in other letters', directory(['O', 'Bad']), named(['O', ' BAD  '], ['CN', 'Leaf'])],
  ['a name in wide letters', directory(['O', 'Bad']), named(['O', '\uff22\uff41\uff44'], ['CN', 'Leaf'])],
  ['a name with a letter that is not seen', directory(['O', 'Bad']), named(['O', 'B\u200bad'], ['CN', 'Leaf'])],
  ['a name that is no text', directory(['O', 'Bad']), changed({ subject: organization(bits('Bad')) })],
  ['a name among the alternative ones', directory(['O', 'Bad']), directory(['O', 'Bad'], ['CN', 'x'])],
];

/** Names that are not under it. */
const OUTSIDE: readonly (readonly [what: string, base: Uint8Array, names: Names])[] = [
  ['a host', host(BAD), host('good.example')],
  ['a host that ends in the same letters', host(BAD), host('notbad.example')],
  ['a host above it', host(BAD), host('example')],
  ['a host with an underscore', host(BAD), host('_sip.good.example')],
  ['a wildcard elsewhere', host(BAD), host('*.good.example')],
  ['a mailbox', mail(BAD), mail('a@good.example')],
  ['a mailbox at a host below it', mail(BAD), mail(`a@x.${BAD}`)],
  ['a mailbox at the domain itself', mail(`.${BAD}`), mail(`a@${BAD}`)],
  ['another mailbox there', mail(`bob@${BAD}`), mail(`eve@${BAD}`)],
  ['a mailbox in quotation marks elsewhere', mail(`bob@${BAD}`), mail('"bob"@good.example')],
  ['a mailbox beyond ASCII', mail(BAD), utf8Mail('jos\u00e9@good.example')],
  ['an address on the web', uri(BAD), uri('https://good.example/bad.example')],
  ['an address on the web with a port', uri(BAD), uri('https://good.example:8443/?q=@bad.example')],
  ['a number', address(192, 0, 2, 0, 255, 255, 255, 0), address(192, 0, 3, 9)],
  ['a long number', address(192, 0, 2, 0, 255, 255, 255, 0), address(...Array.from({ length: 16 }, () => 1))],
  ['a name', directory(['O', 'Bad']), named(['O', 'Good'], ['CN', 'Bad'])],
  [
    'a name that is no text elsewhere',
    directory(['O', 'Bad']),
    changed({
      subject: derSequence(
        derSetOf([derSequence(derOid('2.5.4.10'), derUtf8String('Good'))]),
        derSetOf([derSequence(derOid('2.5.4.45'), bits('x'))]),
      ),
    }),
  ],
  ['another form of name', otherName('1.2.3.4', derUtf8String('x')), mail(`a@${BAD}`)],
];

describe('a name that is excluded', () => {
  it.each(EXCLUDED)('does not get around it: %s', (_, base, names) => {
    const codes = reasons('excluded', base, names);
    expect(codes).not.toContain('CERT_VALID');
    expect(codes).toContain('CERT_NAME_CONSTRAINTS_VIOLATED');
  });

  it.each(OUTSIDE)('is not another one: %s', (_, base, names) => {
    expect(reasons('excluded', base, names)[0]).toBe('CERT_VALID');
  });
});

describe('a name that is not permitted', () => {
  it.each(OUTSIDE.filter(([what]) => what !== 'another form of name'))('is not let pass: %s', (_, base, names) => {
    const codes = reasons('permitted', base, names);
    expect(codes).not.toContain('CERT_VALID');
    expect(codes).toContain('CERT_NAME_CONSTRAINTS_VIOLATED');
  });

  it.each(EXCLUDED.filter(([what]) => / (?:dot|blank|NUL|escape|port|comment|byte)/.test(what)))(
    'is not let pass for being written otherwise: %s',
    (_, base, names) => {
      expect(reasons('permitted', base, names)).not.toContain('CERT_VALID');
    },
  );
});
