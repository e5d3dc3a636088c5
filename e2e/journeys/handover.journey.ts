import { expect, test } from './test.ts';

test('Hand a site over without an invitation', async ({ page, person, enterScenario, arrived }) => {
  const origin = await enterScenario(page, { role: 'admin', sites: [{ name: 'bakery' }, { name: 'florist', owner: `nora@${Date.now()}.example` }] });
  await page.goto(`${origin}/admin/overview`);
  await person.hears('- heading "Overview" [level=1]');
  const menu = page.getByRole('navigation', { name: 'Administration' });
  await person.goTo(menu.getByRole('link', { name: 'Sites' }), 'Sites');
  await expect(page.getByRole('heading', { level: 1, name: 'Sites' })).toBeFocused();
  await person.click(page.getByRole('button', { name: /^Actions for bakery/ }));
  await person.click(page.getByRole('menuitem', { name: 'Assign to a customer' }));
  await page.waitForTimeout(1000);
  console.log(await page.locator('body').ariaSnapshot());
  await person.type(page.getByRole('combobox', { name: 'Customer' }), 'nora@');
  await page.waitForTimeout(1000);
  console.log(await page.getByRole('dialog').ariaSnapshot());
  arrived('Hand a site over without an invitation');
});
