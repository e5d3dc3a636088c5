import * as v from 'valibot';
import type { PartnerRow } from '../../context/call-context.ts';

const Links = v.record(v.string(), v.pipe(v.string(), v.url(), v.regex(/^https?:\/\//)));

/** Where a partner sells plans outside of the panel: plan → address. What is no address of a page is left out. */
export function buyLinksOf({ buyLinks }: Pick<PartnerRow, 'buyLinks'>, language: string) {
  return Object.entries(buyLinks).flatMap(([type, link]) => {
    if (!v.is(Links, { [type]: link })) return [];
    const address = new URL(link);
    if (!address.searchParams.has('language')) address.searchParams.set('language', language);
    return [{ type, clickToBuyLink: address.href }];
  });
}
