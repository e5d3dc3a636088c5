import type { Boot, Partner } from '@panel/contract';
import { BOOT_ELEMENT_ID, WHITELABEL_STORAGE_KEY } from '@panel/contract/wire';
import { takeOwnTexts } from '../words/words.ts';
import { pageStorage } from '../state/own-storage.ts';

/** Partner data of an earlier visit, the fallback when the response contains none (spec §3). */
export function storedPartner(): Partner | null {
  try {
    const stored = JSON.parse(pageStorage.getItem(WHITELABEL_STORAGE_KEY) ?? 'null') as Partial<Partner> | null;
    // Anything on the page can write there.
    return stored?.id && stored.domain && stored.attributes && stored.languages ? (stored as Partner) : null;
  } catch {
    return null;
  }
}

/** Mirrors the partner's data to browser storage (spec §3). */
export function keepPartner(partner: Partner): void {
  pageStorage.setItem(WHITELABEL_STORAGE_KEY, JSON.stringify(partner));
}

/** Data of the initial HTML: partner, user, registry. Throws when the page does not come from the panel. */
export function readBoot(root: Document = document): Boot {
  const text = root.getElementById(BOOT_ELEMENT_ID)?.textContent;
  if (!text) throw new Error('The page came without its data. Reload it.');
  const boot = JSON.parse(text) as Omit<Boot, 'partner'> & { partner: Partner | null };
  const partner = boot.partner ?? storedPartner();
  if (!partner) throw new Error('The page came without its brand. Reload it.');
  keepPartner(partner);
  // Before any module with constants is evaluated.
  takeOwnTexts(partner);
  return { ...boot, partner };
}
