import type { RouteDeclaration } from '@panel/core';
import { createMemoryRouter } from '@panel/core/router';
import { findRoute, type Declared } from '@panel/core';
import { declaredHere } from '../testing/declared.ts';
import { createRoutes, type RouteHandle } from './routes.tsx';

/** Routes as later pages may have them: each open end, and fixed segments that are parameters elsewhere. */
const LATER = ['/zones', '/zones/:fqdn', '/zones/:fqdn/records', '/zones/check/:id?', '/guides/*', '/guides/new'];

const later: Declared = {
  id: 'mf-later',
  menu: [],
  routes: LATER.map((path): RouteDeclaration => ({
    path,
    page: path,
    title: path,
    audience: 'public',
    layout: 'default',
    skeleton: 'text',
  })),
};

const VALUES = ['a1', 'shop.example.com', 'a%20b', 'a%2Fb', 'a%252Fb', 'caf%C3%A9', '%E0%A4%A', '..%2f', '%00', ':id'];

/** Addresses of a pattern, valid and invalid. */
function addressesOf(pattern: string): string[] {
  const filled = VALUES.map((value) => pattern.replace(/:\w+\??|\*/g, value));
  const [first = '/'] = filled;
  const last = first.split('/').at(-1) ?? '';
  return [
    ...new Set(filled),
    pattern.replace(/\/(?::\w+\?|\*)$/, '') || '/',
    first.toUpperCase(),
    `${first}/`,
    `${first}//`,
    `/${first}`,
    `${first}/more`,
    first.replace(/(.)\//, '$1//'),
    first.replace(/[a-z]/, (letter) => `%${letter.charCodeAt(0).toString(16)}`),
    first.slice(0, -1),
    `${first}-x`,
    `/x/..${first}`,
    `/%2e%2e${first}`,
    `${first}/../${last}`,
    `${first}/.`,
    first.replace('/', '\\'),
  ];
}

test('router and server read every address alike', async () => {
  // The router warns in the console about what it cannot decode, and uses it as it is.
  jest.spyOn(console, 'warn').mockReturnValue(undefined);
  const declared = [...(await declaredHere()), later];
  const addresses = declared.flatMap(({ routes }) => routes.flatMap(({ path }) => addressesOf(path)));
  const pathnames = [...new Set(addresses.map((address) => new URL(`http://panel.localhost${address}`).pathname))];
  expect(pathnames.length).toBeGreaterThan(300);
  const table = createRoutes(declared, () => null);
  const asked = pathnames.map((pathname) => {
    const router = createMemoryRouter(table, { initialEntries: [{ pathname }] });
    const match = router.state.matches.at(-1);
    const handle = match?.route.handle as RouteHandle | undefined;
    router.dispose();
    return {
      pathname,
      page: handle ? `${handle.remoteId} ${handle.route.path}` : null,
      params: handle && match?.params,
    };
  });
  const found = pathnames.map((pathname) => {
    const match = findRoute(declared, pathname);
    return { pathname, page: match && `${match.remoteId} ${match.route.path}`, params: match?.params };
  });
  expect(found).toEqual(asked);
  const pages = new Set(found.map(({ page }) => page));
  expect(pages.size).toBe(declared.flatMap(({ routes }) => routes).length + 1);
});

test.each([
  ['/Sites', '/sites'],
  ['/sites/', '/sites'],
  ['/sites//', '/sites'],
  ['//sites', null],
  ['/%73ites', '/sites'],
  ['/sites%2F', null],
  ['/manage-site/overview', '/manage-site/overview/:id?'],
  ['/manage-site//overview', null],
  ['/manage-site/overview/shop.example.com', '/manage-site/overview/:id?'],
  ['/zones/check', '/zones/check/:id?'],
  ['/zones/example.com', '/zones/:fqdn'],
  ['/guides', '/guides/*'],
  ['/guides/new', '/guides/new'],
  ['/guides/new/1', '/guides/*'],
])('%s is the page of %s', async (address, path) => {
  expect(findRoute([...(await declaredHere()), later], address)?.route.path ?? null).toBe(path);
});
