import { expect, test } from './test.ts';

test('Switch a section off', async ({ page, person, enterScenario, arrived }) => {
  const origin = await enterScenario(page, { role: 'admin' });
  await page.goto(`${origin}/admin/overview`);
  await person.hears('- heading "Overview" [level=1]');
  const menu = page.getByRole('navigation', { name: 'Administration' });
  await person.goTo(menu.getByRole('link', { name: 'Sections' }), 'Sections');
  await person.hears('- main:\n  - heading "Sections" [level=1]\n  - list "Sections":\n    - listitem:\n      - switch "Applications" [checked]', page.getByRole('heading', { level: 1, name: 'Sections' }));
  await person.click(page.getByRole('switch', { name: 'Applications' }));
  await expect(page.getByText('Applications turned off.')).toBeVisible();
  arrived('Switch a section off');
});
