import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { loadWords, type Declared } from '@panel/core';
import { declaredHere, partnerWith, userWith } from '../testing/declared.ts';
import { renderFrame } from '../testing/render-frame.tsx';

const partner = partnerWith(true);
let declared: Declared[] = [];
beforeAll(async () => {
  declared = await declaredHere();
});
afterEach(() => {
  document.documentElement.lang = '';
  document.documentElement.dir = '';
});

/** What the page sends, answered as the server does; the rest of the frame is offline. */
function answerLanguage() {
  const sent: { method: string; address: string; body: string }[] = [];
  jest.spyOn(globalThis, 'fetch').mockImplementation(async (given, options) => {
    const request = given instanceof Request ? given : new Request(given as string, options);
    sent.push({ method: request.method, address: new URL(request.url).pathname, body: await request.text() });
    return Response.json({ status: true });
  });
  return sent;
}

test('a visitor chooses among languages in their own names, and the choice is sent', async () => {
  const sent = answerLanguage();
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
  renderFrame({ declared, partner, user: null, path: '/help' });
  const picker = screen.getByRole('combobox', { name: 'Language' });
  expect(picker).toHaveValue('en');
  expect(
    within(picker)
      .getAllByRole('option')
      .map(({ textContent }) => textContent),
  ).toEqual(['English', 'Deutsch', 'Türkçe', 'العربية']);
  await userEvent.selectOptions(picker, 'Türkçe');
  await waitFor(() =>
    expect(sent).toContainEqual({ method: 'PUT', address: '/language', body: JSON.stringify({ language: 'tr' }) }),
  );
});

test('the sign-in has the picker as well', () => {
  renderFrame({ declared, partner, user: null, path: '/login' });
  expect(screen.getByRole('combobox', { name: 'Language' })).toBeEnabled();
});

test('in Arabic the frame has its words, and arrows are marked to be mirrored', async () => {
  document.documentElement.lang = 'ar';
  document.documentElement.dir = 'rtl';
  loadWords('ar', { 'Skip to content': 'تخطَّ إلى المحتوى', 'Profile menu': 'قائمة الملف الشخصي', Sites: 'المواقع' });
  const { container } = renderFrame({ declared, partner, user: userWith('customer'), path: '/plugins' });
  expect(screen.getByRole('link', { name: 'تخطَّ إلى المحتوى' })).toHaveAttribute('href', '#main');
  expect(screen.getByRole('navigation', { name: 'المواقع' })).toBeVisible();
  expect(container.querySelector('.f-back .f-icon')).toHaveAttribute('data-points');
  await userEvent.click(screen.getByRole('button', { name: /قائمة الملف الشخصي/ }));
  const menu = await screen.findByRole('menu');
  expect(within(menu).getByRole('menuitemradio', { name: 'العربية' })).toBeChecked();
  expect(within(menu).getByRole('menuitemradio', { name: 'Deutsch' })).not.toBeChecked();
});
