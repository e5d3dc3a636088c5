import { BUY_LINK_PLANS, type BuyLinkSettings } from '@panel/contract';
import * as v from 'valibot';
import { audit } from '../../context/audit.repo.ts';
import { signedIn, type CallContext, type PartnerRow } from '../../context/call-context.ts';
import { found } from '../../context/scope.ts';
import { partner as partnerTable } from '../../db/schema.ts';
import { lockRow } from '../../db/lock-row.ts';
import { checkExpected } from '../../kernel/expected.ts';
import { recordBuyLinks } from './buy-link.repo.ts';

type Stored = Pick<PartnerRow, 'buyLinks'>;
const Links = v.record(v.string(), v.pipe(v.string(), v.url(), v.regex(/^https?:\/\//)));

/** Where a partner sells plans outside of the panel: plan → address. What is no address of a page is left out. */
export function buyLinksOf({ buyLinks }: Stored, language: string) {
  return Object.entries(buyLinks).flatMap(([type, link]) => {
    if (!v.is(Links, { [type]: link })) return [];
    const address = new URL(link);
    if (!address.searchParams.has('language')) address.searchParams.set('language', language);
    return [{ type, clickToBuyLink: address.href }];
  });
}

/** The links as staff set them; empty for none. */
export const buyLinkSettings = ({ buyLinks }: Stored): BuyLinkSettings =>
  Object.fromEntries(BUY_LINK_PLANS.map((plan) => [plan, buyLinks[plan] ?? ''])) as BuyLinkSettings;

/** Sets the links of the partner. @throws PanelError CONFLICT when somebody else changed them meanwhile */
export async function saveBuyLinks(
  context: CallContext,
  { expected, ...links }: BuyLinkSettings & { expected?: Partial<BuyLinkSettings> | undefined },
): Promise<BuyLinkSettings> {
  const { app, partner, request } = context;
  const { id: userId } = signedIn(context);
  const buyLinks = Object.fromEntries(Object.entries(links).filter(([, link]) => link !== ''));
  await app.db.transaction(async (tx) => {
    const row = found(await lockRow(tx, partnerTable, partner.id));
    checkExpected(expected, buyLinkSettings(row));
    await recordBuyLinks(tx, partner.id, buyLinks, app.clock.now());
    await audit(tx, 'partner.buy_links', { partnerId: partner.id, userId, request }, buyLinks);
  });
  await app.partners.changed(partner.id);
  return buyLinkSettings({ buyLinks });
}
