/** Values of a message's arguments. */
export type WordValues = Readonly<Record<string, string | number>>;

/** A text in the language of the page. */
export type Translate = (text: string, values?: WordValues) => string;
