import { openFront, type Front } from './front.ts';

/** Leaves a page as it is, or turns it into that of a conventional single-page application. */
export type PageForm = 'as-served' | 'conventional';

/** No initial HTML and no preloads: an empty root, styles, one script, and the data. */
export function conventionalPage(html: string): string {
  return html
    .replace(/;panelReads=.*?\.catch\(\(\)=>0\)\)\}\)\);/, ';')
    .replace(/<link rel="preload"[^>]*>\n?/g, '')
    .replace(
      /<div id="root">[^]*?<\/div>\n<script type="application\/json"/,
      '<div id="root"></div>\n<script type="application/json"',
    );
}

/** A front that serves pages in this form. */
export const openPages = (panelPort: number, form: PageForm): Promise<Front> =>
  openFront(panelPort, (_path, isPage) =>
    isPage && form === 'conventional' ? { of: 'page', text: conventionalPage } : undefined,
  );
