import { expect, test } from './test.ts';
import { Preparation } from './sites.ts';

const OWNER = 'customer@borealis.example';

test('Restore one file out of a backup', async ({ page, person, origin, enter, arrived }) => {
  const prepared = new Preparation(OWNER);
  const { site_id, fqdn } = await prepared.site(person.own('bank'), 'The corner bank');
  await prepared.write(site_id, 'wp-content', 'terms.txt', 'As they were');
  await prepared.backUp(fqdn);
  await prepared.write(site_id, 'wp-content', 'terms.txt', 'Lost');
  await enter(OWNER);
  await person.starts(`${origin('borealis')}/manage-site/overview/${site_id}`, 'The corner bank');
  await person.hears(null, 'heading "The corner bank" [level=1]', 'navigation "Site"');
  await person.click(page.getByRole('navigation', { name: 'Site' }).getByRole('link', { name: 'Backup' }));
  await person.hears(null, 'button "Actions for Before the sale"');
  await person.click(page.getByRole('button', { name: 'Actions for Before the sale' }));
  const files = page.getByRole('menuitem', { name: 'Browse files' });
  await person.hears(null, 'menuitem "Browse files"');
  await person.click(files);
  await person.hears(person.heading('Restore files'), 'button "wp-content"');
  await person.click(page.getByRole('button', { name: 'wp-content', exact: true }));
  await person.hears(null, 'button "Actions for terms.txt"');
  await person.click(page.getByRole('button', { name: 'Actions for terms.txt' }));
  await person.hears(null, 'menuitem "Restore"');
  await person.click(page.getByRole('menuitem', { name: 'Restore', exact: true }));
  await person.hears(null, 'dialog "Restore 1 entry from “Before the sale”"', 'button "Restore"');
  await person.click(page.getByRole('dialog').getByRole('button', { name: 'Restore' }));
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect.poll(async () => await prepared.read(site_id, 'wp-content/terms.txt')).toBe('As they were');
  arrived('Restore one file out of a backup');
});
