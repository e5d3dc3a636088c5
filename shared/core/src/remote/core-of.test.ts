import { act, renderHook } from '@testing-library/react';
import { panelStore, userAtom } from '../session/session.ts';
import { clearDrafts, useDraft } from '../state/draft.ts';
import { ownStorage } from '../state/own-storage.ts';
import { secretAtom } from '../state/secret.ts';
import { coreOf } from './core-of.ts';

const first = coreOf({ id: 'mf-first', version: '1' });
const newer = coreOf({ id: 'mf-first', version: '2' });
const other = coreOf({ id: 'mf-other', version: '1' });

beforeEach(() => localStorage.clear());

test('drafts of one name are different drafts, and releases of a remote share theirs', () => {
  const open = (core: Pick<typeof first, 'useDraft'>) => renderHook(() => core.useDraft('note', { text: '' })).result;
  const draft = open(first);
  act(() => draft.current.update({ text: 'mine' }));
  expect([open(first), open(newer), open(other), open({ useDraft })].map(({ current }) => current.draft.text)).toEqual([
    'mine',
    'mine',
    '',
    '',
  ]);
  other.clearDrafts();
  expect(open(first).current.draft.text).toBe('mine');
  first.clearDrafts();
  expect(open(first).current.draft.text).toBe('');
});

test.each(['"text"', '[1]', 'null', '{'])('a draft that is stored as %s is empty', (stored) => {
  localStorage.setItem('panel.draft.mf-first.note', stored);
  const { result } = renderHook(() => first.useDraft('note', { text: '' }));
  expect(result.current.draft).toEqual({ text: '' });
});

test('stored values and secrets of one name are different ones', () => {
  first.ownStorage.local.setItem('panel.scheme', 'mine');
  expect(localStorage.getItem('panel.scheme')).toBeNull();
  expect([newer, other, { ownStorage }].map((core) => core.ownStorage.local.getItem('panel.scheme'))).toEqual([
    'mine',
    null,
    null,
  ]);
  panelStore.set(first.secretAtom('password'), 'mine');
  expect([newer, other, { secretAtom }].map((core) => panelStore.get(core.secretAtom('password')))).toEqual([
    'mine',
    '',
    '',
  ]);
});

test('storage that is forbidden keeps nothing, and fails nothing', () => {
  jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('forbidden', 'SecurityError');
  });
  expect(() => first.ownStorage.session.setItem('a', 'b')).not.toThrow();
  expect(first.ownStorage.session.getItem('a')).toBeNull();
  const denied = jest.spyOn(window, 'localStorage', 'get').mockImplementation(() => {
    throw new DOMException('forbidden', 'SecurityError');
  });
  expect(() => clearDrafts()).not.toThrow();
  denied.mockRestore();
});

test('clearing leaves what is below another name', () => {
  for (const core of [first, other]) core.ownStorage.local.setItem('theme', 'mine');
  first.ownStorage.local.clear();
  expect([first, other].map((core) => core.ownStorage.local.getItem('theme'))).toEqual([null, 'mine']);
});

test('a remote reads who is signed in, and cannot change it', () => {
  const user = { id: 'u1' } as never;
  panelStore.set(userAtom, user);
  expect(panelStore.get(first.userAtom)).toBe(user);
  expect(() => panelStore.set(first.userAtom as typeof userAtom, null)).toThrow('write');
  expect(panelStore.get(userAtom)).toBe(user);
});

test('each release of a remote has its own translations, loaded before its first page', async () => {
  document.documentElement.lang = 'de';
  const page = async () => ({ Component: () => null });
  const catalog = jest
    .fn<Promise<{ default: Record<string, string> }>, []>()
    .mockRejectedValueOnce(new Error('offline'))
    .mockResolvedValue({ default: { Save: 'Speichern' } });
  const pages = first.definePages({ one: page, two: page }, { de: catalog });
  await pages['one']?.();
  expect(first.t('Save')).toBe('Save');
  await pages['two']?.();
  await pages['one']?.();
  expect(catalog).toHaveBeenCalledTimes(2);
  expect([first, newer, other].map(({ t }) => t('Save'))).toEqual(['Speichern', 'Save', 'Save']);
  document.documentElement.lang = '';
});
