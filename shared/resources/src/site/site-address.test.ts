import { overviewPath, prefixOf, renamedFqdn } from './site-address.ts';

const sub = { fqdn: 'shop.aurora-sites.localhost', name: 'My shop', domain_type: 'sub_domain' } as const;

test('the first label of a sub-domain is replaced, in lower case', () => {
  expect(prefixOf(sub)).toBe('shop');
  expect(renamedFqdn(sub, ' New-Shop ')).toBe('new-shop.aurora-sites.localhost');
});

test('only the start of the address changes when the name occurs in it twice', () => {
  expect(renamedFqdn({ ...sub, fqdn: 'shop.shop-sites.localhost' }, 'b2')).toBe('b2.shop-sites.localhost');
});

test('off a sub-domain the name field is the prefix', () => {
  const custom = { fqdn: 'shop.example.com', name: 'shop', domain_type: 'custom_domain' } as const;
  expect(renamedFqdn(custom, 'store')).toBe('store.example.com');
});

test('an id cannot break out of the address', () => {
  expect(overviewPath('a/../b')).toBe('/manage-site/overview/a%2F..%2Fb');
});
