import { definePages } from '@panel/core';

export const pages = definePages(
  {
    overview: () => import('./features/overview/overview.page.tsx'),
    'customer-list': () => import('./features/customer/customer-list.page.tsx'),
    customer: () => import('./features/customer/customer.page.tsx'),
    'site-list': () => import('./features/site/site-list.page.tsx'),
    'app-list': () => import('./features/app/app-list.page.tsx'),
    'task-list': () => import('./features/task/task-list.page.tsx'),
    'audit-list': () => import('./features/audit/audit-list.page.tsx'),
    'blueprint-list': () => import('./features/blueprint/blueprint-list.page.tsx'),
    'buy-links': () => import('./features/buy-link/buy-links.page.tsx'),
    'help-feedback': () => import('./features/help/help-feedback.page.tsx'),
    'help-list': () => import('./features/help/help-list.page.tsx'),
    'help-write': () => import('./features/help/help-write.page.tsx'),
    'license-list': () => import('./features/license/license-list.page.tsx'),
    'login-provider-list': () => import('./features/login-provider/login-provider-list.page.tsx'),
    'migration-list': () => import('./features/migration/migration-list.page.tsx'),
    'section-list': () => import('./features/section/section-list.page.tsx'),
    'release-list': () => import('./features/release/release-list.page.tsx'),
    'reseller-list': () => import('./features/reseller/reseller-list.page.tsx'),
    'team-list': () => import('./features/team/team-list.page.tsx'),
    health: () => import('./features/health/health.page.tsx'),
    branding: () => import('./features/branding/branding.page.tsx'),
  },
  { de: () => import('./words/de.ts'), tr: () => import('./words/tr.ts'), ar: () => import('./words/ar.ts') },
);
