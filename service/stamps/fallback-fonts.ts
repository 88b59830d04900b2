/** Fonts that are found on many machines, by what they can help out with; scripts that need a shaper are left out. */
export interface FallbackGroup {
  /** Texts with such a character need the group. */
  readonly characters: RegExp;
  /** Names of font files in lower case, the best first. */
  readonly files: readonly string[];
}

const IDEOGRAPHS = [
  ...['msyh.ttc', 'msyh.ttf', 'simsun.ttc', 'simhei.ttf', 'msjh.ttc', 'deng.ttf'],
  ...['pingfang.ttc', 'hiragino sans gb.ttc', 'stheiti light.ttc', 'stheiti medium.ttc'],
  ...['wqy-microhei.ttc', 'wqy-zenhei.ttc', 'droidsansfallbackfull.ttf', 'droidsansfallback.ttf', 'uming.ttc'],
];

/**
 * In the order they are asked. Kana and Hangul come before the ideographs, so that those of a Japanese or Korean text
 * look as they do there. Fonts without TrueType outlines (most of Noto's CJK files) would be passed over.
 */
export const FALLBACK_GROUPS: readonly FallbackGroup[] = [
  {
    characters: /[\p{Script=Hiragana}\p{Script=Katakana}]/u,
    files: ['yugothr.ttc', 'yugothm.ttc', 'meiryo.ttc', 'msgothic.ttc', 'ipaexg.ttf', 'ipag.ttf', 'takaogothic.ttf'],
  },
  {
    characters: /\p{Script=Hangul}/u,
    files: ['malgun.ttf', 'gulim.ttc', 'applegothic.ttf', 'applesdgothicneo.ttc', 'nanumgothic.ttf', 'baekmuk.ttf'],
  },
  {
    characters: /\p{Script=Bopomofo}/u,
    files: ['msjh.ttc', 'mingliu.ttc', 'uming.ttc'],
  },
  {
    characters: /[\p{Script=Han}\u3000-\u303f\uff00-\uffef]/u,
    files: IDEOGRAPHS,
  },
  { characters: /\p{Script=Ethiopic}/u, files: ['ebrima.ttf', 'kefa.ttc', 'notosansethiopic-regular.ttf'] },
  {
    characters: /[\p{Extended_Pictographic}\p{S}]/u,
    files: ['seguiemj.ttf', 'seguisym.ttf', 'notoemoji-regular.ttf', 'symbola.ttf', 'symbola_hint.ttf'],
  },
  {
    // Whatever is left.
    characters: /[^]/u,
    files: [
      ...IDEOGRAPHS,
      ...['arial unicode.ttf', 'arialuni.ttf', 'segoeui.ttf', 'notosans-regular.ttf', 'freesans.ttf', 'unifont.ttf'],
    ],
  },
];
