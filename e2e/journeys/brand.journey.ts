import { expect, test } from './test.ts';

const LOGO =
  '<svg xmlns="http://www.w3.org/2000/svg" width="120" height="32"><rect width="120" height="32" fill="#fff"/></svg>';

test('Brand a panel', async ({ page, person, enterScenario, arrived }) => {
  const origin = await enterScenario(page, { role: 'admin' });
  await person.starts(`${origin}/admin/overview`, 'Overview');
  await person.hears(null, 'heading "Overview" [level=1]', 'navigation "Administration"');
  const menu = page.getByRole('navigation', { name: 'Administration' });
  await person.goTo(menu.getByRole('link', { name: 'Branding' }), 'Branding');
  await person.hears(
    person.heading('Branding'),
    'tab "Name and words" [selected]',
    'tab "Colors"',
    'textbox "Company name": Scenario Hosting',
    'button "Save" [disabled]',
  );
  await person.type(page.getByLabel('Company name'), 'Northern Light');
  await person.click(page.getByRole('tab', { name: 'Colors' }));
  await person.type(page.getByRole('textbox', { name: 'Header', exact: true }), '#14532d');
  await person.click(page.getByRole('tab', { name: 'Images' }));
  await person.choose(page.getByRole('button', { name: 'Choose a file: Small logo' }), {
    name: 'logo.svg',
    mimeType: 'image/svg+xml',
    buffer: Buffer.from(LOGO),
  });
  await person.hears(null, 'img "Small logo now"');
  // The field behind the button is not a second button.
  await expect(page.getByRole('button', { name: 'File: Small logo' })).toHaveCount(0);
  await person.click(page.getByRole('button', { name: 'Save', exact: true }));
  await expect(page.getByRole('banner').getByRole('link', { name: /Northern Light/ })).toBeVisible();
  await person.hears(null, 'button "Save" [disabled]');
  arrived('Brand a panel');
});
