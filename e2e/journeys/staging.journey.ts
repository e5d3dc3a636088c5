import { expect, test } from './test.ts';
import { Preparation } from './sites.ts';

const OWNER = 'customer@borealis.example';

test('Stage, change, compare, publish and undo', async ({ page, person, origin, enter, arrived }) => {
  const prepared = new Preparation(OWNER);
  const { site_id, fqdn } = await prepared.site(person.own('shop'), 'The corner shop');
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  await enter(OWNER);
  await person.starts(`${origin('borealis')}/manage-site/overview/${site_id}`, 'The corner shop');
  await person.hears(null, 'heading "The corner shop" [level=1]', 'navigation "Site"');

  await person.goTo(page.getByRole('navigation', { name: 'Site' }).getByRole('link', { name: 'Staging' }), 'Staging');
  await person.hears(null, 'heading "No staging environment yet"', 'button "Create staging environment"');
  await person.click(button('Create staging environment'));
  const create = page.getByRole('dialog', { name: 'Create staging environment' });
  await person.hears(
    null,
    'dialog "Create staging environment"',
    'textbox "Password"',
    'button "Generate"',
    'button "Create"',
  );
  await person.click(create.getByRole('button', { name: 'Generate' }));
  await person.click(create.getByRole('button', { name: 'Create' }));
  await expect(page.getByRole('region', { name: 'Staging site' })).toContainText('Healthy');
  await person.hears(null, 'region "Staging site"', 'button "Publish to Live Environment"', 'button "Compare now"');

  // The change itself is made in the site, not in the panel, so it is not counted.
  const staging = await prepared.stagingOf(site_id);
  await prepared.write(staging.site_id, 'wp-content', 'sale.txt', 'Half price');
  await person.click(button('Compare now'));
  await person.hears(null, 'group: 1 file added (10 B)');

  await person.click(button('Publish to Live Environment'));
  const publish = page.getByRole('dialog', { name: 'Publish Staging Environment to Live' });
  await person.hears(
    null,
    'dialog "Publish Staging Environment to Live"',
    'checkbox /Files/ [checked]',
    'button "Publish" [disabled]',
  );
  await person.type(publish.getByRole('textbox'), `staging.${fqdn}`);
  await person.press('Enter');
  await person.hears(null, 'button "Done"');
  await person.click(publish.getByRole('button', { name: 'Done' }));
  await expect(publish).toHaveCount(0);

  const revert = button('Revert last publish');
  await expect(revert).not.toHaveAttribute('aria-disabled', 'true');
  await person.click(revert);
  await person.hears(null, 'dialog "Revert last publish"', 'button "Revert"');
  await person.click(page.getByRole('dialog').getByRole('button', { name: 'Revert' }));
  await expect(revert).toHaveAttribute('aria-disabled', 'true');
  await expect(button('Publish to Live Environment')).not.toHaveAttribute('aria-disabled', 'true');
  await person.hears(null, 'button "Revert last publish" [disabled]');
  arrived('Stage, change, compare, publish and undo');
});
