import { expect, test } from './test.ts';

test('Hand a site over without an invitation', async ({ page, person, enterScenario, arrived }) => {
  const nora = `nora@${Date.now()}.example`;
  const origin = await enterScenario(page, {
    role: 'admin',
    sites: [{ name: 'florist', owner: nora }, { name: 'bakery' }],
  });
  await person.starts(`${origin}/admin/overview`, 'Overview');
  await person.hears(null, 'heading "Overview" [level=1]', 'navigation "Administration"');
  const menu = page.getByRole('navigation', { name: 'Administration' });
  await person.goTo(menu.getByRole('link', { name: 'Sites', exact: true }), 'Sites');
  await person.hears(person.heading('Sites'), 'button /Actions for bakery/');
  await person.click(page.getByRole('button', { name: /^Actions for bakery/ }));
  await person.hears(page.getByRole('menuitem', { name: 'Details' }), 'menuitem "Assign to a customer"');
  await person.click(page.getByRole('menuitem', { name: 'Assign to a customer' }));
  const customer = page.getByRole('combobox', { name: 'Customer' });
  await person.hears(customer, 'dialog "Assign to a customer"', 'button "Assign" [disabled]');
  await person.type(customer, 'nora@');
  await person.hears(customer, 'combobox "Customer" [expanded]', `option "${nora}"`);
  await person.press('Enter');
  await person.hears(customer, 'button "Assign"');
  await person.click(page.getByRole('dialog').getByRole('button', { name: 'Assign' }));
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('row', { name: /^Select bakery/ })).toContainText(nora);
  arrived('Hand a site over without an invitation');
});
