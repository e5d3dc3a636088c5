import { definePages } from '@panel/core';

export const pages = definePages({
  stranger: () => import('./features/stranger.page.tsx'),
  card: () => import('./features/card.part.tsx'),
});
