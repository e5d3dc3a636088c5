import { defineModule } from '../../tasks/define-module.ts';
import { paymentAccountRoutes } from './account.routes.ts';
import { catalogRoutes } from './catalog.routes.ts';
import { couponRoutes } from './coupon.routes.ts';
import { invoicePdfs } from './invoice-pdf.page.ts';
import { paymentRoutes } from './payment.routes.ts';
import { paymentKinds } from './payment.tasks.ts';
import { revenueRoutes } from './revenue.routes.ts';
import { paymentWebhook } from './webhook.page.ts';

export const paymentModule = defineModule({
  routes: {
    payment: paymentRoutes,
    coupon: couponRoutes,
    catalog: catalogRoutes,
    revenue: revenueRoutes,
    paymentAccount: paymentAccountRoutes,
  },
  taskKinds: paymentKinds,
  schedules: [
    { id: 'panel.payments', resourceId: 'payments', cron: '*/5 * * * *' },
    { id: 'panel.limits', resourceId: 'limits', cron: '23 * * * *' },
  ],
  hooks: [paymentWebhook],
  pages: [invoicePdfs],
});
