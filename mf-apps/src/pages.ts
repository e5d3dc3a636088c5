import { definePages } from '@panel/core';

export const pages = definePages({ 'app-list': () => import('./features/app/app-list.page.tsx') });
