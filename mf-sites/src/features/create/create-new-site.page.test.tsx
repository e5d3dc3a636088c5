import { screen } from '@testing-library/react';
import { makeScenario } from '@panel/ui/testing';
import { openPage } from '../../testing/open.ts';

const heading = (name: string) => screen.findByRole('heading', { level: 1, name });
const link = (name: string) => screen.queryByRole('link', { name });

test.each([
  ['WordPress site', 'Create a WordPress site'],
  ['Site without WordPress', 'Create a site'],
  ['Move a site here', 'Migrate a site'],
])('“%s” leads to “%s”', async (kind, title) => {
  const mine = await makeScenario({ partner: { attributes: { SHOW_MIGRATION_SITE_BTN: 'true' } } });
  const { user } = await openPage({ path: '/create-new-site', as: mine });
  expect(await heading('Create a new site')).toBeVisible();
  await user.click(screen.getByRole('link', { name: kind }));
  expect(await heading(title)).toBeVisible();
});

test('a partner without the migration button offers no migration', async () => {
  const mine = await makeScenario({ partner: { attributes: { SHOW_MIGRATION_SITE_BTN: 'false' } } });
  await openPage({ path: '/create-new-site', as: mine });
  expect(await heading('Create a new site')).toBeVisible();
  expect(link('WordPress site')).toBeVisible();
  expect(link('Move a site here')).toBeNull();
});
