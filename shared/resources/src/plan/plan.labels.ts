import { t } from '@panel/core';

/** What the free plan is called, costs and includes, as its card shows it. */
export const FREE_PLAN_LABEL = {
  title: t('Free'),
  price: t('Free of charge'),
  description: t('A complete WordPress site on a subdomain.'),
  features: [
    t('All WordPress themes and plugins'),
    t('Password protection for the whole site'),
    t('Page views, requests and data usage by day'),
  ],
} as const;

/** The same plan for a site that is not a WordPress. */
export const FREE_STATIC_PLAN_LABEL = {
  ...FREE_PLAN_LABEL,
  description: t('A static site on a subdomain.'),
  features: FREE_PLAN_LABEL.features.slice(1),
};

/** The same plan for a site that is made in the builder. */
export const FREE_BUILDER_PLAN_LABEL = {
  ...FREE_STATIC_PLAN_LABEL,
  description: t('A site that you build in the browser, without code, on a subdomain.'),
};
