import { domainToUnicode } from 'node:url';

/** Letters of other scripts, and digits, that people take for a Latin letter (from Unicode's confusables, UTS #39). */
const LOOKS_LIKE: Readonly<Record<string, string>> = {
  ...pairs('аáạąα', 'a'),
  ...pairs('ЬƅЪ', 'b'),
  ...pairs('сϲ', 'c'),
  ...pairs('ԁɗ', 'd'),
  ...pairs('еёҽєɛε', 'e'),
  ...pairs('ƒ', 'f'),
  ...pairs('ɡԍց', 'g'),
  ...pairs('һհ', 'h'),
  ...pairs('іıιɩӏ1|ǀl', 'l'),
  ...pairs('i', 'l'),
  ...pairs('јϳ', 'j'),
  ...pairs('кκ', 'k'),
  ...pairs('м', 'm'),
  ...pairs('ոпη', 'n'),
  ...pairs('оοσօ0', 'o'),
  ...pairs('рρ', 'p'),
  ...pairs('ԛզ', 'q'),
  ...pairs('гɾ', 'r'),
  ...pairs('ѕ5', 's'),
  ...pairs('тτ', 't'),
  ...pairs('υսʋ', 'u'),
  ...pairs('νѵ', 'v'),
  ...pairs('ѡԝωա', 'w'),
  ...pairs('хχ', 'x'),
  ...pairs('уγү', 'y'),
  ...pairs('ʐ', 'z'),
};

function pairs(letters: string, latin: string): Record<string, string> {
  return Object.fromEntries([...letters].map((letter) => [letter, latin]));
}

/** What a name looks like: two names with the same skeleton are hard to tell apart. */
export function skeleton(domain: string): string {
  const plain = domainToUnicode(domain).toLowerCase().normalize('NFKD').replace(/\p{M}/gu, '');
  return [...plain]
    .map((letter) => LOOKS_LIKE[letter] ?? letter)
    .join('')
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w');
}

const SCRIPTS = ['Latin', 'Cyrillic', 'Greek', 'Armenian', 'Hebrew', 'Arabic', 'Thai', 'Devanagari', 'Hangul', 'Han'];
/** Scripts that are written together. */
const JAPANESE = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Common}]+$/u;
const KOREAN = /^[\p{Script=Han}\p{Script=Hangul}\p{Script=Common}]+$/u;
const ONE_SCRIPT = SCRIPTS.map(
  // bounded: a label of a domain, 63 characters
  (name) => new RegExp(`^[\\p{Script=${name}}\\p{Script=Common}\\p{Script=Inherited}]+$`, 'u'),
);
const ASCII = /^[\p{ASCII}]+$/u;

/** Whether a label in its own script can be taken for another one: scripts are mixed, or all letters look Latin. */
function deceives(label: string): boolean {
  if (ASCII.test(label)) return label.startsWith('xn--');
  if (JAPANESE.test(label) || KOREAN.test(label)) return false;
  if (!ONE_SCRIPT.some((script) => script.test(label))) return true;
  return !/^[\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}]+$/u.test(label) && ASCII.test(skeleton(label));
}

/** A domain in its own script, or encoded where that could be mistaken for another domain. */
export function displayDomain(domain: string): string {
  const shown = domainToUnicode(domain);
  return shown === '' || shown.split('.').some(deceives) ? domain : shown;
}
