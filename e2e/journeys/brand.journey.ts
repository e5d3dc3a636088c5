import { expect, test } from './test.ts';

const LOGO = '<svg xmlns="http://www.w3.org/2000/svg" width="120" height="32"><rect width="120" height="32" fill="#14532d"/></svg>';

test('Brand a panel', async ({ page, person, enterScenario, arrived }) => {
  const origin = await enterScenario(page, { role: 'admin' });
  await page.goto(`${origin}/admin/overview`);
  await person.hears('- heading "Overview" [level=1]');
  const menu = page.getByRole('navigation', { name: 'Administration' });
  await person.goTo(menu.getByRole('link', { name: 'Branding' }), 'Branding');
  await expect(page.getByRole('heading', { level: 1, name: 'Branding' })).toBeFocused();
  console.log(await page.getByRole('main').ariaSnapshot());
  await person.hears('- main:\n  - heading "Branding" [level=1]\n  - x', page.getByRole('heading', { level: 1, name: 'Branding' }));
  arrived('Brand a panel');
});
