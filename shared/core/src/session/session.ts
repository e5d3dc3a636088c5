import { atom, createStore, useAtomValue, useSetAtom } from 'jotai';
import { takeOwnTexts } from '../words/words.ts';
import type { Boot, Partner, Registry, User } from '@panel/contract';

/** The one jotai store of the page: the shell provides it, code outside of React reads it. */
export const panelStore = createStore();

export const partnerAtom = atom<Partner | null>(null);
export const userAtom = atom<User | null>(null);
export const registryAtom = atom<Registry>({ buildId: '', remotes: [] });
export const nonceAtom = atom('');
export const mailOutboxAtom = atom<string | null>(null);

// Texts follow a change of the partner; constants of modules do with the next page view.
panelStore.sub(partnerAtom, () => {
  const partner = panelStore.get(partnerAtom);
  if (partner) takeOwnTexts(partner);
});

export function applyBoot(boot: Boot): void {
  panelStore.set(partnerAtom, boot.partner);
  panelStore.set(userAtom, boot.user);
  panelStore.set(registryAtom, boot.registry);
  panelStore.set(nonceAtom, boot.nonce);
  panelStore.set(mailOutboxAtom, boot.mailOutbox);
}

/** This host's partner; the shell never renders without one. */
export function usePartner(): Partner {
  const partner = useAtomValue(partnerAtom, { store: panelStore });
  if (!partner) throw new Error('No partner: applyBoot was not called.');
  return partner;
}

/** The signed-in user, or null. Logged in means having an id (spec §6). */
export function useViewer(): User | null {
  return useAtomValue(userAtom, { store: panelStore });
}

/** The signed-in user, on pages that only signed-in users can open. */
export function useUser(): User {
  const user = useViewer();
  if (!user) throw new Error('No user on a page that needs one.');
  return user;
}

/** The CSP nonce of this page. A library that inserts `<style>` elements needs it, or the browser refuses them. */
export const useNonce = (): string => useAtomValue(nonceAtom, { store: panelStore });

export const useSetUser = () => useSetAtom(userAtom, { store: panelStore });
export const useRegistry = (): Registry => useAtomValue(registryAtom, { store: panelStore });
