/** Words of the window in which a stamp is placed; they come with it. */
export const studioTexts = {
  title: 'Place the stamp',
  hint: 'Drag the stamp, or press where it is to go, or move it with the arrow keys: Shift for larger steps, Alt to change its size. It is drawn as it will be signed; only its time will be another.',
  unsure: 'Part of this page could not be looked through: see for yourself that the stamp hides nothing.',
  last: 'Last page, whatever its number',
  stamp: 'Stamp',
  snap: 'Move to free space',
  choose: 'Put it here',
  close: 'Close without a change',
  position: (x: number, y: number, width: number, height: number): string =>
    `${String(x)} mm from the left, ${String(y)} mm from the bottom, ${String(width)} × ${String(height)} mm.`,
  clashes: {
    outside: 'It is not all on the page.',
    stamp: 'It lies over an older stamp, which the station refuses.',
    field: 'It lies over a form field, which the station refuses.',
    signed: 'It hides what was signed before, which the station refuses.',
    contents: 'It lies over text or a picture of the page.',
    small: 'It is too small for what it says, which the station refuses.',
    other: 'The station refuses this place.',
  },
  stampPlace: 'Choose its place on the page',
  stampPlacedOn: (page: number): string => `At the chosen place of page ${String(page)}, on every PDF of this batch.`,
  stampPlacedOnLast: 'At the chosen place of the last page, on every PDF of this batch.',
  stampAnywhere: 'Let the station find a place',
};
