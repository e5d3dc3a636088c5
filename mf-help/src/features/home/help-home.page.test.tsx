import { screen, within } from '@testing-library/react';
import { renderPage } from '@panel/ui/testing';
import { manifest } from '../../manifest.ts';
import { pages } from '../../pages.ts';

const open = (input = {}) => renderPage({ remote: { manifest, pages }, path: '/help', ...input });

test('a special partner’s help explains application hosting', async () => {
  await open({ partner: { special: true } });
  expect(await screen.findByRole('heading', { name: 'Application hosting' })).toBeVisible();
  expect(screen.getByRole('link', { name: 'Build and deploy' })).toHaveAttribute(
    'href',
    '/help/article/build-and-deploy',
  );
});

test('an ordinary partner’s help shows Home and Account only', async () => {
  await open({ partner: { special: false } });
  expect(await screen.findByRole('heading', { name: 'Account' })).toBeVisible();
  const topics = within(screen.getByRole('navigation', { name: 'Topics' })).getAllByRole('link');
  expect(topics.map((link) => link.textContent)).toEqual(['Home', 'Account']);
  expect(screen.queryByRole('link', { name: 'Build and deploy' })).not.toBeInTheDocument();
});

test('a special partner with applications switched off does not explain them', async () => {
  await open({ partner: { special: true, attributes: { SECTION_APPLICATIONS: 'false' } } });
  expect(await screen.findByRole('heading', { name: 'Home' })).toBeVisible();
  expect(screen.queryByRole('heading', { name: 'Application hosting' })).not.toBeInTheDocument();
});

test('it works without a session', async () => {
  await open({ role: 'anonymous' });
  expect(await screen.findByRole('heading', { name: 'Help center' })).toBeVisible();
  expect(screen.getByRole('link', { name: 'You cannot sign in' })).toHaveAttribute('href', '/help/article/sign-in');
});

test('the search marks what it found, finds codes of errors, and keeps its words in the address', async () => {
  const { user, address } = await open();
  const field = await screen.findByRole('searchbox', { name: 'Search the help' });
  await user.type(field, 'stagin live');
  const results = await screen.findByRole('region', { name: 'Results' });
  const first = within(results).getAllByRole('listitem')[0];
  expect(first).toHaveTextContent('Try changes on staging');
  expect([...(first?.querySelectorAll('mark') ?? [])].map((mark) => mark.textContent?.toLowerCase())).toContain(
    'staging',
  );
  expect(address()).toBe('/help?q=stagin+live');
  await user.clear(field);
  await user.type(field, 'E1007');
  expect(await screen.findByRole('link', { name: 'You cannot sign in' })).toBeVisible();
});

test('a search without a result says what to do', async () => {
  await open({ path: '/help?q=qqqqqqqq' });
  expect(await screen.findByRole('heading', { name: 'No article has “qqqqqqqq”' })).toBeVisible();
  expect(screen.getByText(/Check the spelling/)).toBeVisible();
});
