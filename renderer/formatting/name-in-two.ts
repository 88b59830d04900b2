/** A name up to this long is shown as it is. */
const SHORT = 28;
/** How long the second part is: long enough to hold a number and an ending, short enough for a narrow column. */
const [LEAST_END, MOST_END] = [6, 18];

/**
 * A file's name in two parts, of which the second is always shown in a list: a series of contracts has names that begin alike
 * and are told apart by their ends. Both together are the name. The second is empty where the name is short; else it begins
 * after a separator, where there is one at a fitting place.
 */
export function nameInTwo(name: string): readonly [start: string, end: string] {
  const letters = Array.from(name);
  if (letters.length <= SHORT) return [name, ''];
  let place = letters.length - MOST_END;
  for (let at = place; at <= letters.length - LEAST_END; at += 1) {
    if (/[\s_\-–—]/u.test(letters[at - 1] ?? '')) {
      place = at;
      break;
    }
  }
  return [letters.slice(0, place).join(''), letters.slice(place).join('')];
}
