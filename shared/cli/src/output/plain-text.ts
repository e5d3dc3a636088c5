/** Text of others without what a terminal would act on: control characters and the marks that turn the direction. */
// eslint-disable-next-line no-control-regex -- these are what is removed
const UNPRINTABLE = /[\u0000-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

export const oneLine = (text: string): string => text.replace(UNPRINTABLE, ' ');
/** The same for text of several lines, such as logs. */
export const lines = (text: string): string => text.split('\n').map(oneLine).join('\n');

/** JSON in which control characters are escaped, also those that JSON allows. */
export const jsonText = (value: unknown): string =>
  JSON.stringify(value, null, 2).replace(
    /[\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

const WIDE =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|\p{Extended_Pictographic}/u;
const NO_WIDTH = /\p{M}|\u200d/u;

const widthOfOne = (character: string): number => (NO_WIDTH.test(character) ? 0 : WIDE.test(character) ? 2 : 1);

/** Columns of a terminal that a text takes. */
export const widthOf = (text: string): number =>
  Array.from(text).reduce((sum, character) => sum + widthOfOne(character), 0);

/** Fills up to a width, or cuts with an ellipsis. */
export function fit(text: string, width: number): string {
  const own = widthOf(text);
  if (own <= width) return text + ' '.repeat(width - own);
  let cut = '';
  let used = 0;
  for (const character of text) {
    const more = widthOfOne(character);
    if (used + more > width - 1) break;
    cut += character;
    used += more;
  }
  return `${cut}…${' '.repeat(Math.max(0, width - used - 1))}`;
}
