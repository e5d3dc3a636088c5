/**
 * Characters that change the text around them instead of being seen: control characters, line and paragraph separators,
 * those that turn the direction of writing, and the byte order mark. Joiners stay: emoji and several scripts need them.
 */
const UNSEEN = /[\p{Cc}\p{Zl}\p{Zp}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069\uFEFF]+/gu;

/**
 * A text that someone else wrote, for one line of a page, a log or an email: without characters that hide or turn what
 * is beside it. Call it where a foreign text is read, so that nobody has to remember it where it is shown.
 * @param max characters; what is behind them is not looked at
 */
export const plainText = (text: string, max: number): string =>
  text.slice(0, max).replace(UNSEEN, ' ').toWellFormed().trim();
