import { cleanup, screen, within } from '@testing-library/react';
import { api } from '@panel/core';
import { makeScenario, renderPage } from '@panel/ui/testing';
import { manifest } from '../../manifest.ts';
import { pages } from '../../pages.ts';

const open = (input = {}) => renderPage({ remote: { manifest, pages }, path: '/my-account/activity', ...input });

test('customers see what was changed in their account', async () => {
  const scenario = await makeScenario({});
  await open({ as: scenario });
  expect(await screen.findByRole('heading', { name: 'Nothing was changed yet' })).toBeVisible();
  await api.user.updateProfile({ firstname: 'Ada', lastname: '', phone_number: '' });
  cleanup();
  await open({ as: scenario });
  const row = within(await screen.findByRole('row', { name: /Change one’s own profile/ }));
  expect(row.getByText(/^firstname: .* → Ada$/)).toBeVisible();
  expect(row.getByText(scenario.customerEmail)).toBeVisible();
});
