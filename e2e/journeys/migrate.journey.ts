import { zipOf } from '@panel/server/testing/zip';
import { expect, test } from './test.ts';

const SITE = zipOf([
  { name: 'index.html', content: '<!doctype html><title>The corner press</title><h1>The corner press</h1>' },
]);
const OWNER = 'customer@aurora.example';

test('Migrate a site', async ({ page, browser, person, origin, enter, arrived }) => {
  const name = person.own('moved');
  await enter(OWNER);
  await person.starts(`${origin('aurora')}/sites`, 'My Sites');
  await person.goTo(page.getByRole('link', { name: 'Create site' }), 'Migrate a site');
  if (person.way === 'pointer') await person.click(page.getByRole('link', { name: 'Move a site here' }));
  await person.hears(
    person.heading('Migrate a site'),
    'radio /Backup/ [checked]',
    'button "Choose a zip or tar.gz file"',
    'button "Start migration" [disabled]',
  );
  await person.choose(page.getByRole('button', { name: 'Choose a zip or tar.gz file' }), {
    name: 'site.zip',
    mimeType: 'application/zip',
    buffer: SITE,
  });
  await person.hears(null, 'text: /site.zip/');
  await person.type(page.getByRole('textbox', { name: /^Site Domain Name/ }), name);
  await expect(page.getByText('This address is available.')).toBeVisible();
  await person.press('Enter');
  await person.hears(null, 'heading "We received your migration"');

  const office = await browser.newContext();
  await enter('admin@aurora.example', office);
  const staff = await office.newPage();
  person.moveTo(staff);
  await person.starts(`${origin('aurora')}/admin/overview`, 'Overview');
  const menu = staff.getByRole('navigation', { name: 'Administration' });
  await person.goTo(menu.getByRole('link', { name: 'Migrations' }), 'Migrations');
  const row = staff.getByRole('row').filter({ hasText: name });
  const actions = row.getByRole('button', { name: /^Actions for/ });
  await person.hears(person.heading('Migrations'), `button /Actions for ${name}/`);
  await person.click(actions);
  await person.click(staff.getByRole('menuitem', { name: /^Start/ }));
  await person.hears(null, 'dialog "Start this migration?"', 'button "Start"');
  await person.click(staff.getByRole('dialog').getByRole('button', { name: 'Start' }));
  await expect(staff.getByRole('dialog')).toHaveCount(0);
  await expect(row).toContainText('Copy ready');
  await person.click(actions);
  await person.click(staff.getByRole('menuitem', { name: /^Move to its address/ }));
  await person.hears(null, 'dialog "Move the copy to its address?"', 'button "Move"');
  await person.click(staff.getByRole('dialog').getByRole('button', { name: /^Move/ }));
  await expect(staff.getByRole('dialog')).toHaveCount(0);
  await expect(row).toContainText('Ready');
  await person.hears(null, 'cell /Ready/');
  await office.close();
  arrived('Migrate a site');
});
