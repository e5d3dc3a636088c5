import { openFront, type Change, type Front } from './front.ts';

/** The page as it would be if nothing compared hashes: no tables of them, no attributes. */
export const uncheckedPage = (html: string): string =>
  html
    .replace(/ integrity="sha384-[^"]+"/g, '')
    .replace(/"integrity":\{[^}]*\}/g, '"integrity":{}')
    .replace(/,"files":"sha384-[^"]+"/g, '');

/** The shell's script, whose elements then carry the hash under a name that means nothing to the browser. */
const uncheckedScript = (script: string): string => script.replaceAll('.integrity', '.unchecked');

const SHELL_SCRIPT = /^\/shell\/.*\/shell\.[^/]+\.js$/;
const same = (text: string): string => text;

type Comparison = { page: Change; file: Change };
/** Both sides are compressed again, so that the one pays what the other pays. */
const CHECKED: Comparison = { page: { of: 'page', text: same }, file: { of: 'file', text: same } };
const UNCHECKED: Comparison = {
  page: { of: 'page', text: uncheckedPage, without: ['integrity-policy'] },
  file: { of: 'file', text: uncheckedScript },
};

/** A front for one side of the comparison. With `checked` false the browser compares no hash, and none travels. */
export function openComparison(panelPort: number, checked: boolean): Promise<Front> {
  const { page, file } = checked ? CHECKED : UNCHECKED;
  return openFront(panelPort, (path, isPage) => (SHELL_SCRIPT.test(path) ? file : isPage ? page : undefined));
}
