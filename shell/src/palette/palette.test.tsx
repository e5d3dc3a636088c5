import { screen, within } from '@testing-library/react';
import { createBridge, makeScenario, type ScenarioInput } from '@panel/ui/testing';
import { declaredHere } from '../testing/declared.ts';
import { renderFrame } from '../testing/render-frame.tsx';

/** Opens the search on the first page of a new user of the test server. */
async function search(input: ScenarioInput, path: string) {
  const scenario = await makeScenario(input);
  const bridge = createBridge(scenario.serverUrl, scenario.host);
  for (const pair of scenario.cookie.split('; '))
    await bridge.jar.setCookie(`${pair}; Path=/`, `http://${scenario.host}/`);
  globalThis.fetch = bridge.fetch;
  window.fetch = bridge.fetch;
  await bridge.fetch(`${window.location.origin}/partner/whitelabel`);
  const { partner, user: viewer } = scenario;
  const frame = renderFrame({ declared: await declaredHere(), partner, user: viewer, path });
  await frame.user.keyboard('{Control>}k{/Control}');
  await screen.findByRole('combobox', { name: 'Search pages and sites' });
  return { ...frame, bridge, scenario };
}

test('a customer finds an application by its name', async () => {
  const { user, scenario, bridge, address } = await search({ partner: { special: true }, appCount: 2 }, '/dashboard');
  const { name } = await bridge
    .fetch(`${window.location.origin}/nucal/${scenario.apps[1]}`)
    .then((answer) => answer.json() as Promise<{ name: string }>);
  await user.keyboard(name);
  const found = within(await screen.findByRole('group', { name: 'Applications' }));
  const option = found.getByRole('option', { name: new RegExp(`^${name} `) });
  expect(screen.queryByRole('group', { name: 'Customers' })).toBeNull();
  await user.click(option);
  expect(address()).toBe(`/manage-app/overview/${scenario.apps[1]}`);
});

test('a brand without Applications is not asked for them', async () => {
  const { user, bridge, scenario } = await search(
    { partner: { special: false }, sites: [{ name: 'bakery' }] },
    '/dashboard',
  );
  await user.keyboard('bakery');
  const found = within(await screen.findByRole('group', { name: 'Sites' }));
  expect(found.getByRole('option', { name: new RegExp(scenario.sites[0]?.fqdn ?? 'no site') })).toBeVisible();
  expect(bridge.calls.filter((call) => /nucal|customer/.test(call))).toEqual([]);
});

test('staff find a customer by a part of the email', async () => {
  const { user, scenario, address } = await search({ role: 'admin', sites: [{ name: 'bakery' }] }, '/admin/sites');
  await user.keyboard(scenario.customerEmail.slice(0, -4));
  const found = within(await screen.findByRole('group', { name: 'Customers' }));
  await user.click(found.getByRole('option', { name: new RegExp(scenario.customerEmail) }));
  expect(address()).toMatch(/^\/customers\/customer\?id=/);
});
