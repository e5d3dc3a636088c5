import { installed } from '../lib/wizard.ts';
import { expect, test } from './test.ts';

test('Create a site and log in to it', async ({ page, person, origin, enter, arrived }) => {
  const button = (name: string) => page.getByRole('button', { name });
  await enter();
  await person.starts(`${origin('aurora')}/sites`, 'My Sites');
  await person.hears(null, 'heading "My Sites" [level=1]', 'link "Create site"');

  await person.goTo(page.getByRole('link', { name: 'Create site' }), 'Create a WordPress site');
  if (person.way === 'pointer') {
    await person.hears(person.heading('Create a new site'), 'link "WordPress site"');
    await person.click(page.getByRole('link', { name: 'WordPress site' }));
  }
  await person.hears(
    person.heading('Create a WordPress site'),
    'textbox "Site Domain Name"',
    'textbox "Site title"',
    'textbox "User name": customer',
    'textbox "Email": customer@aurora.example',
    'button "Generate"',
    'button "Continue"',
  );
  await person.type(page.getByLabel('Site Domain Name'), person.own('garden'));
  await person.type(page.getByLabel('Site title'), 'The winter garden');
  await person.click(button('Generate'));
  await person.hears(null, 'button "Copy password"');
  await expect(page.getByText('This address is available.')).toBeVisible();
  await person.click(button('Continue'));
  await person.hears(person.heading('Select a plan'), 'button "Continue"');
  await person.click(button('Continue'));
  await person.hears(
    person.heading('Finalize and confirm'),
    'heading "What happens now" [level=2]',
    'button "Create site"',
  );
  await person.click(button('Create site'));
  await installed(page);
  await person.hears(
    null,
    'heading "Your site is ready" [level=1]',
    'progressbar "Installation"',
    'button "Log in to wp-admin"',
  );
  const admin = await person.inNewTab(() => person.click(button('Log in to wp-admin')));
  await expect(admin.locator('#wpadminbar')).toBeVisible();
  arrived('Create a site and log in to it');
});
