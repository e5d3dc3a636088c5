import { LICENSE_PRODUCTS, type LicenseProduct } from '@panel/contract';
import { signedIn, type CallContext } from '../../context/call-context.ts';
import type { Database } from '../../db/database.ts';
import { offersOf } from './catalog.repo.ts';
import { everBought } from './purchase.repo.ts';

/**
 * For how many days a product is free for the caller. A trial is for who buys a license for a kind of project first: whoever had one,
 * paid or on trial, has none any more, also if they have canceled it.
 */
export async function trialsOf(context: CallContext, db: Database): Promise<(product: LicenseProduct) => number> {
  const [offers, bought] = await Promise.all([offersOf(db, context.partner.id), everBought(db, signedIn(context).id)]);
  const projectOf = (product: LicenseProduct) => LICENSE_PRODUCTS[product].project;
  const had = new Set(bought.map(projectOf));
  return (product) =>
    had.has(projectOf(product)) ? 0 : (offers.find((one) => one.product === product)?.trialDays ?? 0);
}
