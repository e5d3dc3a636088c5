import { definePages } from '@panel/core';

export const pages = definePages(
  {
    activity: () => import('./features/activity/activity.page.tsx'),
    announcements: () => import('./features/announcement/announcements.page.tsx'),
    'money-card': () => import('./features/dashboard/money-card.part.tsx'),
    profile: () => import('./features/profile/profile.page.tsx'),
    'notification-list': () => import('./features/notification/notification-list.page.tsx'),
    'api-token-list': () => import('./features/api-token/api-token-list.page.tsx'),
    activate: () => import('./features/device/activate.page.tsx'),
    'member-list': () => import('./features/member/member-list.page.tsx'),
    security: () => import('./features/security/security.page.tsx'),
    'add-card': () => import('./features/billing/add-card.page.tsx'),
    billing: () => import('./features/billing/billing.page.tsx'),
    plans: () => import('./features/plan/plans.page.tsx'),
    'hosting-plans': () => import('./features/plan/hosting-plans.page.tsx'),
    'site-plans': () => import('./features/plan/site-plans.page.tsx'),
    'app-plans': () => import('./features/plan/app-plans.page.tsx'),
    checkout: () => import('./features/checkout/checkout.page.tsx'),
    purchase: () => import('./features/checkout/purchase.page.tsx'),
    'change-password': () => import('./features/password/change-password.page.tsx'),
    'password-changed': () => import('./features/password/password-changed.page.tsx'),
  },
  { de: () => import('./words/de.ts'), tr: () => import('./words/tr.ts'), ar: () => import('./words/ar.ts') },
);
