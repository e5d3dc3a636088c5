import { definePages } from '@panel/core';

export const pages = definePages({ 'site-list': () => import('./features/site/site-list.page.tsx') });
