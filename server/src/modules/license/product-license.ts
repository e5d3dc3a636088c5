import { LICENSE_PRODUCTS } from '@panel/contract';
import type { CallContext } from '../../context/call-context.ts';
import { found, scopeOf } from '../../context/scope.ts';
import type { WantedLicense } from '../../db/schema.ts';
import { PanelError } from '../../kernel/errors.ts';
import type { SiteRow } from '../site/site.repo.ts';
import { isValid, licenseOf, listLicenses, productName } from './license.repo.ts';
import { assignTo, giveTo } from './license.service.ts';

/** Of each customer; more that are free are taken by the next changes. */
const TRIED = 20;

/**
 * Gives a site or an application, which the caller has locked, the plan of a licence of its customer. Returns false if it has
 * one of this product already.
 * @throws PanelError what refuses the assignment of a licence; LICENSE_STAGING, LICENSE_NONE_FREE
 */
export async function assignProduct(
  context: CallContext,
  { id, isStage, customerId, licenseKey }: SiteRow,
  { product, issue }: WantedLicense,
): Promise<boolean> {
  const { app, partner } = context;
  const now = app.clock.now();
  if (isStage) throw new PanelError('LICENSE_STAGING');
  const own = licenseKey === null ? undefined : await licenseOf(app.db, licenseKey);
  if (own?.product === product && isValid(own, now)) return false;
  const owner = found(customerId);
  const { project } = LICENSE_PRODUCTS[product];
  const free = { free: [product], owner, validAt: now, limit: TRIED };
  for (const { id: licenseId } of await listLicenses(app.db, scopeOf(context), free)) {
    try {
      await assignTo(context, { licenseId, id }, project);
      return true;
    } catch (error) {
      // Somebody else was quicker: its last place, or the licence itself, is gone.
      const isGone = error instanceof PanelError && ['LICENSE_USED', 'LICENSE_NOT_VALID'].includes(error.code);
      if (!isGone) throw error;
    }
  }
  if (!issue)
    throw new PanelError('LICENSE_NONE_FREE', {
      product: await productName(app.db, { partnerId: partner.id, product }),
    });
  const { id: licenseId } = await giveTo(context, owner, { product_identifier: product, ...issue });
  await assignTo(context, { licenseId, id }, project);
  return true;
}
