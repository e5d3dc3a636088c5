import { expect, test } from './test.ts';
import { Preparation } from './sites.ts';

const OWNER = 'customer@borealis.example';

test('Fix a failed check', async ({ page, person, origin, enter, arrived }) => {
  const prepared = new Preparation(OWNER);
  const { site_id, fqdn } = await prepared.site(person.own('cafe'), 'The corner cafe');
  await prepared.backUp(fqdn);
  await prepared.write(site_id, 'wp-content', 'object-cache.php', '<?php this is no program');
  await prepared.untilDown(site_id);
  await enter(OWNER);
  await person.starts(`${origin('borealis')}/manage-site/overview/${site_id}`, 'The corner cafe');
  await person.hears(null, 'heading "The corner cafe" [level=1]', 'link "Restore a backup"');
  await person.click(page.getByRole('link', { name: 'Restore a backup' }));
  await person.hears(null, 'button "Actions for Before the sale"');
  await person.click(page.getByRole('button', { name: 'Actions for Before the sale' }));
  const restore = page.getByRole('menuitem', { name: 'Restore', exact: true });
  await person.hears(restore, 'menuitem "Restore"');
  await person.click(restore);
  await person.hears(null, `dialog "Restore ${fqdn}"`, 'radio /Files and database/ [checked]', 'button "Restore"');
  await person.click(page.getByRole('dialog').getByRole('button', { name: 'Restore' }));
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByText('Healthy').first()).toBeVisible();
  await person.hears(null, 'text: Healthy');
  arrived('Fix a failed check');
});
