/** Letters that people write for one another, which Unicode does not take apart. Both kinds of the Turkish i are one. */
const ALIKE: Readonly<Record<string, string>> = {
  ...{ ı: 'i', ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', đ: 'd', ð: 'd', ł: 'l', þ: 'th', ħ: 'h', ŧ: 't', ς: 'σ' },
  // Forms of Arabic letters, also those of Persian keyboards, and the stroke that only makes words wider.
  ...{ ى: 'ي', ی: 'ي', ک: 'ك', ة: 'ه', ـ: '' },
};
const VARIED = /[ıßæœøđðłþħŧςىیکةـ]/g;
const DIGIT = /[٠-٩۰-۹]/g;

/**
 * A text as it is searched in and searched for: "sohne" finds "Söhne", "istanbul" finds "İSTANBUL". It depends on no language: an
 * `I` is an `i` for everybody. The database does the same in `search_folded` (migration 0097), and a test compares both.
 */
export const folded = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(VARIED, (letter) => ALIKE[letter] ?? letter)
    .replace(DIGIT, (digit) => String(digit.charCodeAt(0) & 0xf));
