import { definePages } from '@panel/core';

export const pages = definePages(
  {
    'help-home': () => import('./features/home/help-home.page.tsx'),
    article: () => import('./features/article/article.page.tsx'),
    error: () => import('./features/article/error.page.tsx'),
    'help-panel': () => import('./features/article/help-panel.part.tsx'),
    'hosting-guide': () => import('./features/home/hosting-guide.page.tsx'),
  },
  { de: () => import('./words/de.ts'), tr: () => import('./words/tr.ts'), ar: () => import('./words/ar.ts') },
);
