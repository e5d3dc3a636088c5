import type { BuilderContent } from '@panel/contract';
import { randomUUID } from 'node:crypto';
import { escapeHtml } from '../../lib/html.ts';

/** `my-shop` as a title. */
const titleOf = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1).replaceAll('-', ' ');

function starterContent(title: string): BuilderContent {
  const name = escapeHtml(title);
  const html = [
    `<header class="sb-header"><div class="sb-brand">${name}</div><nav class="sb-menu" data-menu="pages"></nav></header>`,
    `<section class="sb-hero"><h1>Welcome to ${name}</h1><p>Say in a sentence what you do, and for whom.</p></section>`,
    `<footer class="sb-footer"><p>© ${name}</p></footer>`,
  ].join('');
  return {
    lang: 'en',
    pages: [{ id: randomUUID(), slug: 'home', title: 'Home', description: '', html, css: '' }],
  };
}

/** The draft of a site, or what one without a draft begins with. */
export const contentOf = (
  site: { title: string; name: string },
  project: { content: BuilderContent } | undefined,
): BuilderContent => project?.content ?? starterContent(site.title || titleOf(site.name));
