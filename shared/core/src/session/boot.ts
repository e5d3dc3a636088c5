import type { Boot, Partner } from '@panel/contract';
import { BOOT_ELEMENT_ID, WHITELABEL_STORAGE_KEY } from '@panel/contract/wire';

/** Partner data of an earlier visit, the fallback when the answer carries none (spec §3). */
export function storedPartner(): Partner | null {
  try {
    const stored = localStorage.getItem(WHITELABEL_STORAGE_KEY);
    return stored ? (JSON.parse(stored) as Partner) : null;
  } catch {
    return null;
  }
}

/** Mirrors the partner's data to browser storage (spec §3). */
export function keepPartner(partner: Partner): void {
  try {
    localStorage.setItem(WHITELABEL_STORAGE_KEY, JSON.stringify(partner));
  } catch {
    // Storage may be full or forbidden; the answer carries the partner anyway.
  }
}

/** What the first HTML answer carries: partner, user, registry. Throws when the page was not served by the panel. */
export function readBoot(root: Document = document): Boot {
  const text = root.getElementById(BOOT_ELEMENT_ID)?.textContent;
  if (!text) throw new Error('The page came without its data. Reload it.');
  const boot = JSON.parse(text) as Omit<Boot, 'partner'> & { partner: Partner | null };
  const partner = boot.partner ?? storedPartner();
  if (!partner) throw new Error('The page came without its brand. Reload it.');
  keepPartner(partner);
  return { ...boot, partner };
}
