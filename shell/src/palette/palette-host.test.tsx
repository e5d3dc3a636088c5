import { fireEvent, screen, waitFor } from '@testing-library/react';
import { declaredHere, partnerWith, userWith } from '../testing/declared.ts';
import { renderFrame } from '../testing/render-frame.tsx';

test('input before the palette’s code has loaded is not lost', async () => {
  renderFrame({
    declared: await declaredHere(),
    partner: partnerWith(true),
    user: userWith('customer'),
    path: '/dashboard',
  });
  // All at once, like a fast typist on a slow connection: no code can arrive in between.
  fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true });
  // False: the page below does not receive it.
  for (const key of ['p', 'r', 'o', 'f', 'x']) expect(fireEvent.keyDown(document.body, { key })).toBe(false);
  fireEvent.keyDown(document.body, { key: 'Backspace' });
  fireEvent.keyDown(document.body, { key: 'Shift' });
  expect(screen.queryByRole('combobox')).toBeNull();

  const field = await screen.findByRole('combobox', { name: 'Search pages and sites' });
  expect(field).toHaveValue('prof');
  expect(screen.getByRole('option', { name: /^Profile/ })).toHaveAttribute('aria-selected', 'true');

  fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true });
  await waitFor(() => expect(screen.queryByRole('combobox')).toBeNull());
  fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true });
  expect(await screen.findByRole('combobox')).toHaveValue('');
});
