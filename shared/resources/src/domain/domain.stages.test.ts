import { asciiDomain, hostOfAddress } from '@panel/contract/schemas';
import { dnsProviderOf } from './dns-provider.labels.ts';
import { currentStage, DOMAIN_STAGES, stageState } from './domain.stages.ts';

const NOTHING = { domain: null, isChosen: false, needsLicense: false, isServed: false };

test('the stage comes from the claim, the license and the certificate', () => {
  expect(currentStage(NOTHING)).toBe('name');
  expect(currentStage({ ...NOTHING, needsLicense: true })).toBe('license');
  expect(currentStage({ ...NOTHING, isChosen: true })).toBe('license');
  for (const state of ['unproven', 'proven'] as const)
    expect(currentStage({ ...NOTHING, domain: { state }, isServed: true })).toBe('setup');
  const connected = { ...NOTHING, domain: { state: 'connected' as const } };
  expect(currentStage(connected)).toBe('certificate');
  expect(currentStage({ ...connected, isServed: true })).toBeNull();
});

test('stages before the current one are done, but not a name that nobody has chosen', () => {
  const states = (...[current, hasName]: [Parameters<typeof stageState>[1], boolean]) =>
    DOMAIN_STAGES.map((stage) => stageState(stage, current, hasName));
  expect(states('license', false)).toEqual(['later', 'current', 'later', 'later']);
  expect(states('setup', true)).toEqual(['done', 'done', 'current', 'later']);
  expect(states(null, true)).toEqual(['done', 'done', 'done', 'done']);
});

test('a provider is recognized when all name servers are its own', () => {
  expect(dnsProviderOf(['ada.ns.cloudflare.com', 'bob.ns.cloudflare.com'])).toBe('cloudflare');
  expect(dnsProviderOf(['ns11.domaincontrol.com', 'ns12.domaincontrol.com'])).toBe('godaddy');
  expect(dnsProviderOf(['dns1.registrar-servers.com'])).toBe('namecheap');
  expect(dnsProviderOf(['ns-cloud-a1.googledomains.com'])).toBe('squarespace');
  expect(dnsProviderOf(['ada.ns.cloudflare.com', 'ns1.elsewhere.example'])).toBe('other');
  expect(dnsProviderOf(['ns.notdomaincontrol.com'])).toBe('other');
  expect(dnsProviderOf([])).toBe('other');
});

test('the host of a pasted address is taken out of it', () => {
  for (const [typed, host] of [
    ['https://ada:secret@www.shop.example:8080/a?b=c#d', 'www.shop.example'],
    ['HTTP://Shop.Example', 'Shop.Example'],
    ['//shop.example/a', 'shop.example'],
    ['shop.example/a', 'shop.example'],
    ['shop.example:443', 'shop.example'],
    ['shop.example', null],
    ['not a domain', null],
    ['', null],
  ] as const)
    expect(hostOfAddress(typed)).toBe(host);
  expect(asciiDomain(hostOfAddress('https://bäckerei.example/brot') ?? '')).toBe('xn--bckerei-5wa.example');
  expect(asciiDomain(hostOfAddress('https://[::1]/') ?? '')).toBeNull();
});
