import { installed } from '../lib/wizard.ts';
import { expect, test } from './test.ts';

test('Create a site and log in to it', async ({ page, person, origin, enter, arrived }) => {
  const name = person.own('garden');
  const heading = (text: string) => page.getByRole('heading', { level: 1, name: text });
  await enter();
  await page.goto(`${origin('aurora')}/sites`);
  await person.hears('- main:\n  - heading "My Sites" [level=1]\n  - link "Create site"');

  await person.goTo(page.getByRole('main').getByRole('link', { name: 'Create site' }), 'Create a WordPress site');
  if (new URL(page.url()).pathname === '/create-site') await person.click(page.getByRole('link', { name: 'WordPress site' }));
  await person.hears(
    `
    - main:
      - heading "Create a WordPress site" [level=1]
      - region "Site":
        - textbox "Site Domain Name"
        - textbox "Site title"
      - region "WordPress administrator":
        - textbox "User name": customer
        - textbox "Email": customer@aurora.example
        - button "Generate"
        - textbox "Password"
      - button "Continue"
    `,
    heading('Create a WordPress site'),
  );
  await person.type(page.getByLabel('Site Domain Name'), name);
  await person.type(page.getByLabel('Site title'), person.own('The winter garden'));
  await person.click(page.getByRole('button', { name: 'Generate' }));
  await person.hears('- button "Copy password"');
  await expect(page.getByText('This address is available.')).toBeVisible();
  await person.click(page.getByRole('button', { name: 'Continue' }));
  await person.hears('- main:\n  - heading "Select a plan" [level=1]\n  - button "Continue"', heading('Select a plan'));
  await person.click(page.getByRole('button', { name: 'Continue' }));
  await person.hears('- main:\n  - heading "Finalize and confirm" [level=1]\n  - button "Create site"', heading('Finalize and confirm'));
  await person.click(page.getByRole('button', { name: 'Create site' }));
  await installed(page);
  await person.hears('- main:\n  - heading "Your site is ready" [level=1]\n  - button "Log in to wp-admin"');
  const admin = await person.inNewTab(() => person.click(page.getByRole('button', { name: 'Log in to wp-admin' })));
  await expect(admin.locator('#wpadminbar')).toBeVisible();
  arrived('Create a site and log in to it');
});
