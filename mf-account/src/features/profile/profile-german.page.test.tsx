import { act, screen } from '@testing-library/react';
import { loadWords } from '@panel/core';
import { renderPage } from '@panel/ui/testing';
import contract from '@panel/contract/words/de.json';
import { manifest } from '../../manifest.ts';

/** The page in German: its catalogue loads with it, as in the browser, where the shell's is there before. */
async function open() {
  document.documentElement.lang = 'de';
  loadWords('de', contract);
  const { pages } = await import('../../pages.ts');
  return renderPage({ remote: { manifest, pages }, path: '/my-account/profile' });
}

test('the page and the errors of its fields are German, and a text without a translation is English', async () => {
  const { user, bridge } = await open();
  expect(await screen.findByLabelText('Vorname')).toBeVisible();
  expect(screen.queryByText('First name')).not.toBeInTheDocument();
  loadWords('de', {
    'Enter a phone number with digits, for example +1 555 010 0199.': 'Geben Sie eine Telefonnummer mit Ziffern ein.',
  });
  await user.type(screen.getByLabelText(/Telefonnummer/), 'call me');
  await user.click(screen.getByRole('button', { name: 'Speichern' }));
  expect(await screen.findByText('Geben Sie eine Telefonnummer mit Ziffern ein.')).toBeVisible();
  expect(bridge.calls).not.toContain('PUT /user/profile');
  await act(async () => undefined);
});
