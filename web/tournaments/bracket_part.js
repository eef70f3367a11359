// Which part of a bracket a screen shows: all of it if there is space, otherwise the matches of the round
// in progress and what they lead to, on several screens.

/**
 * @template T
 * @param {T[][]} bracket the matches of each round
 * @param {number} current the round in progress, from 1
 * @param {number} most how many matches fit below each other
 * @returns {{ round: number, matches: T[] }[][]} the rounds of each screen, from 1
 */
export function partsOf(bracket, current, most) {
  const space = 2 ** Math.floor(Math.log2(Math.max(1, most)));
  const fitting = bracket.findIndex((matches) => matches.length <= space);
  const first = Math.min(fitting, Math.max(0, current - 1));
  const count = bracket[first]?.length ?? 0;
  const size = Math.min(space, count);
  const screens = count / Math.max(1, size);
  return Array.from({ length: screens }, (_, screen) => {
    const parts = [];
    for (let round = first, width = size; round < bracket.length && width >= 1; round += 1, width /= 2) {
      parts.push({ round: round + 1, matches: (bracket[round] ?? []).slice(screen * width, (screen + 1) * width) });
    }
    return parts;
  });
}
