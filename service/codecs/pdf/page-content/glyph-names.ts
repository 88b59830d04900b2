/** Names of glyphs (ISO 32000-2 annex D.2) beside those of single letters and of letters with a mark. */
const NAMED: Readonly<Record<string, string>> = Object.fromEntries(
  (
    'space:  exclam:! quotedbl:" numbersign:# dollar:$ percent:% ampersand:& quotesingle:\' parenleft:( parenright:) ' +
    'asterisk:* plus:+ comma:, hyphen:- period:. slash:/ zero:0 one:1 two:2 three:3 four:4 five:5 six:6 seven:7 eight:8 ' +
    'nine:9 colon:: semicolon:; less:< equal:= greater:> question:? at:@ bracketleft:[ backslash:\\ bracketright:] ' +
    'asciicircum:^ underscore:_ grave:` braceleft:{ bar:| braceright:} asciitilde:~ exclamdown:¡ cent:¢ sterling:£ ' +
    'currency:¤ yen:¥ brokenbar:¦ section:§ dieresis:¨ copyright:© ordfeminine:ª guillemotleft:« logicalnot:¬ ' +
    'registered:® macron:¯ degree:° plusminus:± twosuperior:² threesuperior:³ acute:´ mu:µ paragraph:¶ ' +
    'periodcentered:· cedilla:¸ onesuperior:¹ ordmasculine:º guillemotright:» onequarter:¼ onehalf:½ threequarters:¾ ' +
    'questiondown:¿ AE:Æ Eth:Ð multiply:× Oslash:Ø Thorn:Þ germandbls:ß ae:æ eth:ð divide:÷ oslash:ø thorn:þ Lslash:Ł ' +
    'OE:Œ dotlessi:ı lslash:ł oe:œ Euro:€ bullet:• dagger:† daggerdbl:‡ ellipsis:… emdash:— endash:– florin:ƒ fraction:⁄ ' +
    'guilsinglleft:‹ guilsinglright:› minus:− perthousand:‰ quotedblbase:„ quotedblleft:“ quotedblright:” quoteleft:‘ ' +
    'quoteright:’ quotesinglbase:‚ trademark:™ fi:ﬁ fl:ﬂ'
  )
    .split(/ (?! )/)
    .map((pair) => [pair.slice(0, pair.indexOf(':')), pair.slice(pair.indexOf(':') + 1) || ' ']),
);

const MARKS: Readonly<Record<string, string>> = {
  acute: '\u0301',
  caron: '\u030c',
  cedilla: '\u0327',
  circumflex: '\u0302',
  dieresis: '\u0308',
  grave: '\u0300',
  ring: '\u030a',
  tilde: '\u0303',
};

/** The character that a glyph of that name shows in a Latin text font; null for any other name. */
export function characterOfGlyph(name: string): string | null {
  if (/^[A-Za-z]$/.test(name)) return name;
  const known = Object.hasOwn(NAMED, name) ? NAMED[name] : undefined;
  if (known !== undefined) return known;
  const mark = MARKS[name.slice(1)];
  const composed = mark === undefined ? '' : `${name[0] ?? ''}${mark}`.normalize('NFC');
  return composed.length === 1 ? composed : null;
}
