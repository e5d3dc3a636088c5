import { colorVariables } from '@panel/brand/colors';
import { BRAND_IMAGE_PATH, Id, INVOICE_PDF_PATH } from '@panel/contract';
import { Hono } from 'hono';
import * as v from 'valibot';
import type { AppContext } from '../../context/app-context.ts';
import type { PartnerRow } from '../../context/call-context.ts';
import type { PanelEnv } from '../../context/env.ts';
import { asAccount, mayAsMember } from '../../context/member-rule.ts';
import { paymentsAt } from '../../context/payment-at.ts';
import { plainError } from '../../context/plain-page.ts';
import { scopeOfUser } from '../../context/scope.ts';
import { needsSecondFactor } from '../../context/second-factor-rule.ts';
import { PanelError } from '../../kernel/errors.ts';
import { findImage } from '../partner/brand-image.repo.ts';
import { answered } from './answered.ts';
import { paperOf } from './invoice-paper.ts';
import { findInvoice } from './invoice.repo.ts';

/** The logo of a partner, where it is a bitmap that a PDF can hold. */
async function logoOf({ db }: Pick<AppContext, 'db'>, { id, logo }: PartnerRow): Promise<Uint8Array | null> {
  if (!logo.startsWith(BRAND_IMAGE_PATH) || !logo.endsWith('.png')) return null;
  const row = await findImage(db, id, logo.slice(BRAND_IMAGE_PATH.length));
  return row && new Uint8Array(Buffer.from(row.content, 'base64'));
}

/** Where invoices are listed: a document alone would leave an empty page after the sign-in. */
const BILLING = '/my-account/billing';

const fileName = (number: string): string => `invoice-${number.replaceAll(/[^\w-]/g, '-').slice(0, 80)}.pdf`;

/** An invoice with the brand of the partner, for its customer and for staff of the partner. */
export function invoicePdfs(app: AppContext): Hono<PanelEnv> {
  const pages = new Hono<PanelEnv>();
  pages.get(`${INVOICE_PDF_PATH}:id`, async (c) => {
    const [partner, person] = [c.get('partner'), await c.get('viewer')()];
    const viewer = person && asAccount(person);
    const id = c.req.param('id');
    if (!viewer) return c.redirect(`/login?next=${encodeURIComponent(BILLING)}`);
    if (needsSecondFactor(partner, viewer.user) || !v.is(Id, id) || !mayAsMember('billing', viewer))
      return plainError('NOT_FOUND');
    const scope = scopeOfUser(partner.id, viewer.user, viewer.member);
    const row = await findInvoice(app.db, scope, id);
    if (!row) return plainError('NOT_FOUND');
    const payments = await paymentsAt(app, row.accountId);
    if (!payments) return plainError('PAYMENT_OFF', {}, { contact: partner.supportEmail });
    try {
      const found = await answered(payments.invoiceDocument(row.providerInvoice));
      if (!found) return plainError('NOT_FOUND');
      const color = colorVariables(partner.attributes, 'light')['--p-accent'] ?? '#000000';
      const seller = { name: partner.name, email: partner.supportEmail, address: partner.domain, color };
      // Credit notes are the provider's own papers; a refund has none.
      const refunded = Math.max(found.refunded, row.refunded);
      const paper = paperOf({ ...found, refunded }, seller, await logoOf(app, partner));
      const pdf = await app.uploads.run('invoicePdf', viewer.user.id, paper);
      return c.body(Buffer.from(pdf), 200, {
        'content-type': 'application/pdf',
        'content-disposition': `attachment; filename="${fileName(found.number)}"`,
        'cache-control': 'private, no-store',
        'x-content-type-options': 'nosniff',
      });
    } catch (error) {
      if (error instanceof PanelError) return plainError(error.code, {}, error.values);
      throw error;
    }
  });
  return pages;
}
