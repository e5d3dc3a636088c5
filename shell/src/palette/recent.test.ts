import { QueryObserver } from '@tanstack/react-query';
import { ApiError, panelStore, queryClient, userAtom, type App, type SiteOverview } from '@panel/core';
import { appQuery } from '@panel/resources/app';
import { siteOverviewQuery } from '@panel/resources/site';
import { userWith } from '../testing/declared.ts';
import { followRecent, recentOf } from './recent.ts';

const user = userWith('customer');
const keyOf = (id: string) => siteOverviewQuery(id).queryKey;
const answer = (id: string) =>
  queryClient.setQueryData(keyOf(id), { site: { site_id: id, fqdn: `${id}.test`, status: 'ready' } } as SiteOverview);
/** A page that shows a site. */
const open = (id: string) =>
  new QueryObserver(queryClient, { queryKey: keyOf(id), staleTime: Infinity }).subscribe(() => {});
const names = () => recentOf(user.id).map(({ name }) => name);

let stop = (): void => {};
beforeEach(() => {
  localStorage.clear();
  queryClient.clear();
  panelStore.set(userAtom, user);
  stop = followRecent();
});
afterEach(() => stop());

test('a site is remembered when its page opens, not when a link to it is hovered', () => {
  for (const id of ['hovered', 'shop', 'blog']) answer(id);
  const close = [open('shop'), open('blog')];
  expect(names()).toEqual(['blog.test', 'shop.test']);
  for (const each of close) each();
  expect(recentOf('another')).toEqual([]);
});

test('a page that was open before anybody looked is remembered', () => {
  stop();
  answer('shop');
  const close = open('shop');
  expect(names()).toEqual([]);
  stop = followRecent();
  expect(names()).toEqual(['shop.test']);
  close();
});

test('applications are remembered beside sites, until they are being deleted', () => {
  const { queryKey } = appQuery('notes');
  const app = (status: App['status']) =>
    queryClient.setQueryData(queryKey, { id: 'notes', name: 'Notes', status } as App);
  app('ready');
  answer('shop');
  const close = [open('shop'), new QueryObserver(queryClient, { queryKey, staleTime: Infinity }).subscribe(() => {})];
  expect(names()).toEqual(['Notes', 'shop.test']);
  app('moving');
  for (const each of close) each();
  expect(names()).toEqual(['shop.test']);
});

test('a site that was deleted elsewhere is forgotten with the first answer about it', async () => {
  answer('shop');
  open('shop')();
  queryClient.clear();
  const refused = () => Promise.reject(new ApiError({ code: 'NOT_FOUND', message: 'Not found.', status: 404 }));
  await queryClient.prefetchQuery({ queryKey: keyOf('shop'), queryFn: refused });
  expect(names()).toEqual([]);
});

test.each(['null', '"text"', '{', `{"user":"${user.id}","opened":"text"}`, `{"user":"${user.id}","opened":[null,{}]}`])(
  'what anything else has stored is no site: %s',
  (stored) => {
    localStorage.setItem('panel.recent', stored);
    expect(recentOf(user.id)).toEqual([]);
    answer('shop');
    open('shop')();
    expect(names()).toEqual(['shop.test']);
  },
);
