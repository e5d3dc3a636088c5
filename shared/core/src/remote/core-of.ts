import { atom, type Atom } from 'jotai';
import { remoteClient } from '../query/remote-client.ts';
import { mailOutboxAtom, nonceAtom, partnerAtom, registryAtom, userAtom } from '../session/session.ts';
import { clearDrafts, useDraft } from '../state/draft.ts';
import { storagesBelow } from '../state/own-storage.ts';
import { secretAtom } from '../state/secret.ts';
import type { Translate } from '../words/translate.ts';
import { createWords, translated } from '../words/words.ts';
import { definePagesWith } from './pages.ts';

/** To read; setting it throws. */
const readOnly = <T>(source: Atom<T>): Atom<T> => atom((get) => get(source));

/**
 * What one release of a remote gets in place of this package's exports of the same names: whatever it keeps under a
 * name is below its own, and the state of the page is to read (ADR 0042).
 */
export const coreOf = ({ id, version }: { id: string; version: string }) => {
  const words = createWords();
  /** Texts of the contract are in the shell's catalogue. */
  const ownOrShared: Translate = (text, values) => {
    const own = words.translated(text, values);
    return own === text ? translated(text, values) : own;
  };
  return {
    ...words,
    translated: ownOrShared,
    definePages: definePagesWith(words.loadWords),
    queryClient: remoteClient(`${id}@${version}`),
    ownStorage: storagesBelow(`${id}.`),
    useDraft: ((key, ...given) => useDraft(`${id}.${key}`, ...given)) as typeof useDraft,
    clearDrafts: () => clearDrafts(`${id}.`),
    secretAtom: (key: string) => secretAtom(`${id}.${key}`),
    partnerAtom: readOnly(partnerAtom),
    userAtom: readOnly(userAtom),
    registryAtom: readOnly(registryAtom),
    nonceAtom: readOnly(nonceAtom),
    mailOutboxAtom: readOnly(mailOutboxAtom),
  };
};
