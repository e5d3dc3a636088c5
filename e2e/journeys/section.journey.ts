import { expect, test } from './test.ts';

test('Switch a section off', async ({ page, person, enterScenario, arrived }) => {
  const origin = await enterScenario(page, { role: 'admin' });
  await person.starts(`${origin}/admin/overview`, 'Overview');
  await person.hears(null, 'heading "Overview" [level=1]', 'navigation "Administration"');
  const menu = page.getByRole('navigation', { name: 'Administration' });
  await person.goTo(menu.getByRole('link', { name: 'Sections' }), 'Sections');
  const applications = page.getByRole('switch', { name: 'Applications' });
  await person.hears(person.heading('Sections'), 'list "Sections"', 'switch "Applications" [checked]');
  await person.click(applications);
  await expect(page.getByText('Applications turned off.')).toBeVisible();
  await person.hears(applications, 'switch "Applications"', 'status: /Applications turned off./', 'button "Undo"');
  arrived('Switch a section off');
});
