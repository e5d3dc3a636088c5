import { QueryObserver } from '@tanstack/react-query';
import { ApiError, panelStore, queryClient, userAtom, type SiteOverview } from '@panel/core';
import { siteOverviewQuery } from '@panel/resources/site';
import { userWith } from '../testing/declared.ts';
import { followRecentSites, recentSites } from './recent-sites.ts';

const user = userWith('customer');
const keyOf = (id: string) => siteOverviewQuery(id).queryKey;
const answer = (id: string) =>
  queryClient.setQueryData(keyOf(id), { site: { site_id: id, fqdn: `${id}.test`, status: 'ready' } } as SiteOverview);
/** A page that shows a site. */
const open = (id: string) =>
  new QueryObserver(queryClient, { queryKey: keyOf(id), staleTime: Infinity }).subscribe(() => {});
const names = () => recentSites(user.id).map(({ fqdn }) => fqdn);

let stop = (): void => {};
beforeEach(() => {
  localStorage.clear();
  queryClient.clear();
  panelStore.set(userAtom, user);
  stop = followRecentSites();
});
afterEach(() => stop());

test('a site is remembered when its page opens, not when a link to it is hovered', () => {
  for (const id of ['hovered', 'shop', 'blog']) answer(id);
  const close = [open('shop'), open('blog')];
  expect(names()).toEqual(['blog.test', 'shop.test']);
  for (const each of close) each();
  expect(recentSites('another')).toEqual([]);
});

test('a site that was deleted elsewhere is forgotten with the first answer about it', async () => {
  answer('shop');
  open('shop')();
  queryClient.clear();
  const refused = () => Promise.reject(new ApiError({ code: 'NOT_FOUND', message: 'Not found.', status: 404 }));
  await queryClient.prefetchQuery({ queryKey: keyOf('shop'), queryFn: refused });
  expect(names()).toEqual([]);
});

test.each(['null', '"text"', '{', `{"user":"${user.id}","sites":"text"}`, `{"user":"${user.id}","sites":[null,{}]}`])(
  'what anything else has stored is no site: %s',
  (stored) => {
    localStorage.setItem('panel.recent-sites', stored);
    expect(recentSites(user.id)).toEqual([]);
    answer('shop');
    open('shop')();
    expect(names()).toEqual(['shop.test']);
  },
);
