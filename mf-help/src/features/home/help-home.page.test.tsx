import { screen } from '@testing-library/react';
import { renderPage } from '@panel/ui/testing';
import { manifest } from '../../manifest.ts';
import { pages } from '../../pages.ts';

const open = (input = {}) => renderPage({ remote: { manifest, pages }, path: '/help', ...input });

test('a special partner’s help explains application hosting', async () => {
  await open({ partner: { special: true } });
  expect(await screen.findByRole('heading', { name: 'Application hosting' })).toBeVisible();
});

test('an ordinary partner’s help shows Home and Account only', async () => {
  await open({ partner: { special: false } });
  expect(await screen.findByRole('heading', { name: 'Account' })).toBeVisible();
  expect(screen.queryByRole('heading', { name: 'Application hosting' })).not.toBeInTheDocument();
});

test('a special partner with applications switched off does not explain them', async () => {
  await open({ partner: { special: true, attributes: { SECTION_APPLICATIONS: 'false' } } });
  expect(await screen.findByRole('heading', { name: 'Home' })).toBeVisible();
  expect(screen.queryByRole('heading', { name: 'Application hosting' })).not.toBeInTheDocument();
});

test('it works without a session', async () => {
  await open({ role: 'anonymous' });
  expect(await screen.findByRole('heading', { name: 'Help center' })).toBeVisible();
  expect(screen.getByRole('link', { name: 'Forgot password' })).toHaveAttribute('href', '/forgotPassword');
});
