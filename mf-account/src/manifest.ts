import { defineManifest } from '@panel/contract/manifest';
import { firstPage } from '@panel/contract/reads';
import { API_TOKEN_LIST, apiTokenListRead } from '@panel/resources/api-token/reads';
import { NOTIFICATION_LIST, notificationListRead } from '@panel/resources/notification/reads';
import { boughtLicensesRead, INVOICE_LIST, invoiceListRead, paymentRead } from '@panel/resources/payment/reads';
import { profileRead } from '@panel/resources/user/reads';

const PLANS = '/my-account/plans';
const plans = { audience: 'customer', layout: 'my-account', skeleton: 'cards' } as const;

export const manifest = defineManifest({
  id: 'mf-account',
  name: 'Account',
  routes: [
    {
      path: '/my-account/profile',
      page: 'profile',
      title: 'Profile',
      audience: 'customer',
      layout: 'my-account',
      skeleton: 'form',
      reads: [profileRead],
    },
    {
      path: '/my-account/notifications',
      page: 'notification-list',
      title: 'Notifications',
      audience: 'signed-in',
      layout: 'my-account',
      skeleton: 'list',
      reads: [notificationListRead(firstPage(NOTIFICATION_LIST))],
    },
    {
      path: '/my-account/api-tokens',
      page: 'api-token-list',
      title: 'API tokens',
      audience: 'customer',
      layout: 'my-account',
      skeleton: 'list',
      reads: [apiTokenListRead(firstPage(API_TOKEN_LIST))],
    },
    {
      path: '/my-account/billing',
      page: 'billing',
      title: 'Billing',
      audience: 'customer',
      layout: 'my-account',
      skeleton: 'detail',
      reads: [boughtLicensesRead, invoiceListRead(firstPage(INVOICE_LIST))],
    },
    { path: '/my-account/plans', page: 'plans', title: 'Plans', ...plans },
    { path: '/my-account/hosting-plans', page: 'hosting-plans', title: 'Hosting plans', ...plans, parent: PLANS },
    {
      path: '/my-account/site-plans',
      page: 'site-plans',
      title: 'Site plans',
      section: 'sites',
      ...plans,
      parent: PLANS,
    },
    {
      path: '/my-account/app-plans',
      page: 'app-plans',
      title: 'Application plans',
      section: 'applications',
      ...plans,
      parent: PLANS,
    },
    { path: '/upgrade-your-package/select-a-plan', page: 'plans', title: 'Plans', ...plans, unlisted: true },
    {
      path: '/upgrade-your-package/finalize-and-confirm',
      page: 'checkout',
      title: 'Checkout',
      audience: 'customer',
      layout: 'my-account',
      parent: PLANS,
      skeleton: 'form',
      unlisted: true,
    },
    ...(['/upgrade-your-package/finish/:id?', '/success/checkout/:id?'] as const).map((path) => ({
      ...({ path, page: 'purchase', title: 'Checkout', audience: 'customer', layout: 'my-account' } as const),
      ...({ parent: '/my-account/billing', skeleton: 'detail', unlisted: true } as const),
      reads: [paymentRead(':id')],
    })),
    {
      path: '/my-account/change-password',
      page: 'change-password',
      title: 'Change password',
      audience: 'customer',
      layout: 'my-account',
      parent: '/my-account/profile',
      skeleton: 'form',
    },
    {
      path: '/my-account/password-changed',
      page: 'password-changed',
      title: 'Password changed',
      audience: 'customer',
      layout: 'my-account',
      parent: '/my-account/profile',
      skeleton: 'form',
      unlisted: true,
    },
    {
      path: '/change-password',
      page: 'change-password',
      title: 'Change password',
      audience: 'staff',
      layout: 'admin',
      skeleton: 'form',
    },
  ],
  menu: [
    { menu: 'account', label: 'Profile', to: '/my-account/profile', icon: 'user', order: 20 },
    {
      menu: 'account',
      label: 'Notifications',
      to: '/my-account/notifications',
      icon: 'bell',
      count: 'unread',
      order: 30,
    },
    {
      menu: 'account',
      label: 'Billing',
      to: '/my-account/billing',
      icon: 'card',
      order: 40,
      words: 'Invoices, payments, cards, subscriptions',
    },
    { menu: 'account', label: 'Plans', to: PLANS, icon: 'plan', order: 50, words: 'Prices, upgrade, buy' },
    { menu: 'account', label: 'Change password', to: '/my-account/change-password', icon: 'lock', order: 60 },
    { menu: 'account', label: 'API tokens', to: '/my-account/api-tokens', icon: 'key', order: 70 },
    { menu: 'profile', label: 'Account Settings', to: '/my-account/profile', icon: 'user', order: 10 },
    { menu: 'profile', label: 'Billing', to: '/my-account/billing', icon: 'card', order: 12 },
    { menu: 'profile', label: 'Plans', to: PLANS, icon: 'plan', order: 14 },
    { menu: 'profile', label: 'Change Password', to: '/change-password', icon: 'lock', order: 20 },
  ],
});
