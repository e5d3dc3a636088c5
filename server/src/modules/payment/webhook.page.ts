import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import type { AppContext } from '../../context/app-context.ts';
import type { PanelEnv } from '../../context/env.ts';
import { plainError } from '../../context/plain-page.ts';
import { purchaseOfSubscription } from './purchase.repo.ts';
import { reconcileRefundedPayment } from './reconcile-refunds.ts';
import { reconcile } from './reconcile.ts';
import { remindTrials } from './trial-notice.ts';

const PATH = '/stripe/webhook';
/** Stripe's largest events have some ten kilobytes. */
const MAX_BYTES = 256 * 1024;
const SIGNATURE_MAX = 2000;

/**
 * Where the provider sends its events. An event is believed in one thing, that something of this subscription or payment has changed:
 * the provider is asked what it is now. So a doubled, late or reordered one changes nothing wrongly.
 */
export function paymentWebhook(app: AppContext): Hono<PanelEnv> {
  const hooks = new Hono<PanelEnv>();
  const limit = bodyLimit({ maxSize: MAX_BYTES, onError: () => plainError('TOO_LARGE') });
  hooks.post(PATH, limit, async (c) => {
    const signature = c.req.header('stripe-signature') ?? '';
    if (!app.payments || signature === '' || signature.length > SIGNATURE_MAX) return plainError('BAD_REQUEST');
    const event = app.payments.readEvent(await c.req.text(), signature);
    if (event === undefined) return plainError('BAD_REQUEST');
    if (event && 'refundedPayment' in event) await reconcileRefundedPayment(app, app.payments, event.refundedPayment);
    else if (event) {
      const row = await purchaseOfSubscription(app.db, event.subscriptionId, event.purchaseId);
      if (row) {
        await reconcile(app, app.payments, row);
        await remindTrials(app, row.id);
      }
    }
    return c.json({ received: true });
  });
  return hooks;
}
