import { screen, within } from '@testing-library/react';
import { renderPage } from '@panel/ui/testing';
import { manifest } from '../../manifest.ts';
import { pages } from '../../pages.ts';

test('it names the address that emails come from, and each part that receivers look at', async () => {
  const { scenario } = await renderPage({
    remote: { manifest, pages },
    path: '/admin/branding/email',
    role: 'admin',
  });
  expect(await screen.findByText(new RegExp(`come from no-reply@${scenario.host}`))).toBeVisible();
  // No resolver of these tests knows the domain, which is said of each part and not hidden.
  for (const name of ['Senders (SPF)', 'Policy (DMARC)'])
    expect(within(screen.getByRole('region', { name })).getByText(/Needs a change|Not checked/)).toBeVisible();
  expect(screen.queryByRole('region', { name: 'Receiving email (MX)' })).toBeNull();
  expect(screen.getByRole('textbox', { name: 'Selector' })).toBeVisible();
});
