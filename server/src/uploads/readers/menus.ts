import { builderPageFile, type BuilderPage } from '@panel/contract';
import { escapeHtml } from '../../lib/html.ts';

const OPEN = '<nav';
const CLOSE = '</nav>';
const MARK = ' data-menu="pages"';

/** Links to all pages; the editor draws the same into every `nav` with `data-menu`. */
export const menuOf = (pages: readonly Pick<BuilderPage, 'slug' | 'title'>[]): string =>
  pages.map((page, i) => `<a href="${builderPageFile(page, i)}">${escapeHtml(page.title)}</a>`).join('');

/** Where the content of each menu begins and ends. `cleanHtml` leaves no `>` in attributes of a tag. */
function* menusIn(html: string): Generator<readonly [from: number, to: number]> {
  for (let at = html.indexOf(OPEN); at >= 0; at = html.indexOf(OPEN, at)) {
    const end = html.indexOf('>', at);
    if (end < 0) return;
    const isMenu = html.slice(at, end).includes(MARK);
    at = end + 1;
    if (!isMenu) continue;
    const close = html.indexOf(CLOSE, at);
    if (close < 0) return;
    yield [at, close];
    at = close;
  }
}

export type MenuCount = {
  menus: number;
  /** Characters of the page once the menus have their links. */
  size: number;
};

/** What a page would become, without making it. */
export function countMenus(html: string, menuSize: number): MenuCount {
  let [menus, size] = [0, html.length];
  for (const [from, to] of menusIn(html)) {
    menus += 1;
    size += menuSize - (to - from);
  }
  return { menus, size };
}

/** The page with its menus. */
export function withMenus(html: string, menu: string): string {
  const parts: string[] = [];
  let done = 0;
  for (const [from, to] of menusIn(html)) {
    parts.push(html.slice(done, from), menu);
    done = to;
  }
  return parts.join('') + html.slice(done);
}
