import { openFront, type Front } from './front.ts';

/** What happens to a page on its way: nothing, or it becomes that of a conventional single-page application. */
export type PageForm = 'as-served' | 'conventional';

/** Without the initial HTML and without links to what comes next: an empty root, styles, one script, and the data. */
export function conventionalPage(html: string): string {
  return html
    .replace(/;panelReads=.*?\.catch\(\(\)=>0\)\)\}\)\);/, ';')
    .replace(/<link rel="preload"[^>]*>\n?/g, '')
    .replace(
      /<div id="root">[^]*?<\/div>\n<script type="application\/json"/,
      '<div id="root"></div>\n<script type="application/json"',
    );
}

/** A front whose pages have this form. */
export const openPages = (panelPort: number, form: PageForm): Promise<Front> =>
  openFront(panelPort, (_path, isPage) =>
    isPage && form === 'conventional' ? { of: 'page', text: conventionalPage } : undefined,
  );
