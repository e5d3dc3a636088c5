import { SLOWER } from '../../scripts/lib/slower.mjs';
import { pluginZip } from '@panel/server/testing/zip';
import { expect, test } from './test.ts';
import { Preparation } from './sites.ts';

const OWNER = 'second@borealis.example';
const SITES = 5;

test('Install a plugin on 5 sites', async ({ page, person, origin, enter, arrived }) => {
  const prepared = new Preparation(OWNER);
  for (let have = (await prepared.sitesNamed('branch')).length; have < SITES; have += 1)
    await prepared.site(`branch-${have}`, `Branch ${have}`);
  const slug = person.own('opening-hours');
  await enter(OWNER);
  await person.starts(`${origin('borealis')}/sites`, 'My Sites');
  await person.hears(null, 'heading "My Sites" [level=1]');
  await person.goTo(page.getByRole('link', { name: 'Plugins' }), 'Plugins');
  await person.hears(person.heading('Plugins'), 'button "Upload plugin"');
  await person.choose(page.getByRole('button', { name: 'Upload plugin' }), {
    name: `${slug}.zip`,
    mimeType: 'application/zip',
    buffer: pluginZip(slug, '1.0'),
  });
  const actions = page.getByRole('button', { name: `Actions for The ${slug} plugin 1.0` });
  await person.hears(null, `button "Actions for The ${slug} plugin 1.0"`);
  await person.click(actions);
  const install = page.getByRole('menuitem', { name: 'Install on sites' });
  await person.hears(install, 'menuitem "Install on sites"');
  await person.click(install);
  await person.hears(
    person.heading(`Install The ${slug} plugin 1.0`),
    'checkbox "All sites (5)"',
    'button "Continue" [disabled]',
  );
  await person.click(page.getByRole('checkbox', { name: 'All sites (5)' }));
  await person.click(page.getByRole('button', { name: 'Continue' }));
  await person.hears(person.heading(`Install The ${slug} plugin 1.0`), 'region "5 sites"', 'button "Install"');
  await person.click(page.getByRole('button', { name: 'Install', exact: true }));
  await expect(page.getByText('Installed on 5 sites.')).toBeVisible({ timeout: 200_000 * SLOWER });
  await person.hears(null, 'text: Installed on 5 sites.');
  arrived('Install a plugin on 5 sites');
});
