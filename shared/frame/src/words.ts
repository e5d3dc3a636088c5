/** A text in the language of the page: `t` of @panel/core in the browser, the frame's own catalogue on the server. */
export type Say = (text: string, values?: Readonly<Record<string, string | number>>) => string;

/** The English text with its values. Around a text of data it marks what is translated where it is shown. */
export const t: Say = (text, values = {}) =>
  text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));

/** The same from a catalogue: English texts → translations. */
export const sayFrom =
  (words: Readonly<Record<string, string>>): Say =>
  (text, values) =>
    t(Object.hasOwn(words, text) ? (words[text] ?? text) : text, values);
