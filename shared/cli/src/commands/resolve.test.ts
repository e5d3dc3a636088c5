import { releaseBefore } from './apps.ts';
import { pick, type Build } from './resolve.ts';

const found = [
  { fqdn: 'shop.example.com', name: 'Shop' },
  { fqdn: 'shop.example.org', name: 'shop two' },
];

test('an address wins over a name, and two of one name are not guessed', () => {
  expect(pick(found, 'https://shop.example.org/cart', 'site').name).toBe('shop two');
  expect(pick(found, 'SHOP', 'site').fqdn).toBe('shop.example.com');
  expect(() => pick([...found, { fqdn: 'x.example.com', name: 'shop' }], 'shop', 'site')).toThrow('is 2 sites');
  expect(() => pick(found, 'sho', 'site')).toThrow('There is no site "sho". Similar: shop.example.com');
});

const build = (number: number, more: Partial<Build> = {}): Build => ({
  ...{ id: `b${number}`, number, status: 'success', stage: null, error: null, commit: null },
  ...{ is_live: false, is_kept: true },
  ...more,
});

test('a roll-back goes to the newest kept release before the live one', () => {
  const builds = [
    build(5, { status: 'failed' }),
    build(4, { is_live: true }),
    build(3, { is_kept: false }),
    build(2),
    build(1),
  ];
  expect(releaseBefore(builds, undefined).number).toBe(2);
  expect(releaseBefore(builds, 1).number).toBe(1);
  expect(() => releaseBefore(builds, 3)).toThrow('no kept release of build 3');
  expect(() => releaseBefore([build(1, { is_live: true })], undefined)).toThrow('no earlier release');
});
