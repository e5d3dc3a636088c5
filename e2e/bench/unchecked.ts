import { openFront, type Change, type Front } from './front.ts';

/** The page without any integrity checks: no tables of hashes, no attributes. */
export const uncheckedPage = (html: string): string =>
  html
    .replace(/ integrity="sha384-[^"]+"/g, '')
    .replace(/"integrity":\{[^}]*\}/g, '"integrity":{}')
    .replace(/,"files":"sha384-[^"]+"/g, '');

/** The shell's script, changed to put the hash into an attribute that the browser ignores. */
const uncheckedScript = (script: string): string => script.replaceAll('.integrity', '.unchecked');

const SHELL_SCRIPT = /^\/shell\/.*\/shell\.[^/]+\.js$/;
const same = (text: string): string => text;

type Comparison = { page: Change; file: Change };
/** Compresses both variants again, so that they cost the same. */
const CHECKED: Comparison = { page: { of: 'page', text: same }, file: { of: 'file', text: same } };
const UNCHECKED: Comparison = {
  page: { of: 'page', text: uncheckedPage, without: ['integrity-policy'] },
  file: { of: 'file', text: uncheckedScript },
};

/** A front for one side of the comparison. With `checked` false, no hash is sent or checked. */
export function openComparison(panelPort: number, checked: boolean): Promise<Front> {
  const { page, file } = checked ? CHECKED : UNCHECKED;
  return openFront(panelPort, (path, isPage) => (SHELL_SCRIPT.test(path) ? file : isPage ? page : undefined));
}
