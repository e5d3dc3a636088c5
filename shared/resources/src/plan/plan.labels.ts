/** What the free plan is called, costs and includes, as its card shows it. */
export const FREE_PLAN_LABEL = {
  title: 'Free',
  price: 'Free of charge',
  description: 'A complete WordPress site on a subdomain.',
  features: [
    'All WordPress themes and plugins',
    'Password protection for the whole site',
    'Page views, requests and data usage by day',
  ],
} as const;
