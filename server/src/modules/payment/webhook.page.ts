import { Id } from '@panel/contract';
import { Hono, type Context } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import * as v from 'valibot';
import type { AppContext } from '../../context/app-context.ts';
import type { PanelEnv } from '../../context/env.ts';
import { connectedAccount } from '../../context/payment-account.repo.ts';
import { paymentsAt } from '../../context/payment-at.ts';
import type { PaymentPort } from '../../context/payment-port.ts';
import { plainError } from '../../context/plain-page.ts';
import { noteEvent } from './account.repo.ts';
import { ACCOUNT_WEBHOOK } from './account.service.ts';
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
  const receive = async (c: Context<PanelEnv>, port: () => Promise<PaymentPort | null>): Promise<Response> => {
    const signature = c.req.header('stripe-signature') ?? '';
    if (signature === '' || signature.length > SIGNATURE_MAX) return plainError('BAD_REQUEST');
    const payments = await port();
    if (!payments) return plainError('BAD_REQUEST');
    const event = payments.readEvent(await c.req.text(), signature);
    if (event === undefined) return plainError('BAD_REQUEST');
    if (payments.account !== null) await noteEvent(app.db, payments.account, app.clock.now());
    if (event && 'refundedPayment' in event) await reconcileRefundedPayment(app, payments, event.refundedPayment);
    else if (event) {
      const row = await purchaseOfSubscription(app.db, payments.account, event);
      if (row) {
        await reconcile(app, payments, row);
        await remindTrials(app, row.id);
      }
    }
    return c.json({ received: true });
  };
  hooks.post(PATH, limit, (c) => receive(c, async () => app.payments));
  // Signed with the secret of the partner's account: an event of another one is refused, whatever it says.
  hooks.post(`${ACCOUNT_WEBHOOK}:partner`, limit, (c) =>
    receive(c, async () => {
      const id = c.req.param('partner');
      const row = v.is(Id, id) ? await connectedAccount(app.db, id) : undefined;
      return row ? paymentsAt(app, row.id) : null;
    }),
  );
  return hooks;
}
