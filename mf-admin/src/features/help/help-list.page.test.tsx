import { screen, waitFor, within } from '@testing-library/react';
import { renderPage } from '@panel/ui/testing';
import { manifest } from '../../manifest.ts';
import { pages } from '../../pages.ts';

const open = (path: string, input = {}) => renderPage({ remote: { manifest, pages }, path, role: 'admin', ...input });

test('staff write an article, see a preview of it, publish it, and restore an earlier version', async () => {
  const { user, address } = await open('/admin/help');
  expect(await screen.findByRole('heading', { name: 'No articles of your own yet' })).toBeVisible();
  const [write] = screen.getAllByRole('link', { name: 'Write an article' });
  if (write) await user.click(write);
  await user.type(await screen.findByRole('textbox', { name: /^Address/ }), 'opening-hours');
  await user.type(screen.getByRole('textbox', { name: /^Title/ }), 'Opening hours');
  await user.type(screen.getByRole('textbox', { name: /^Text/ }), 'From **9 to 5**. <script>alert(1)</script>');
  await user.click(screen.getByRole('button', { name: 'Preview' }));
  expect(await screen.findByText('9 to 5')).toBeVisible();
  expect(document.querySelector('.h-text script')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Save draft' }));
  await waitFor(() => expect(address()).toMatch(/^\/admin\/help\/write\/[\da-f-]{36}$/));
  await user.click(await screen.findByRole('button', { name: 'Publish' }));
  expect(await screen.findByRole('link', { name: 'See as a reader' })).toHaveAttribute(
    'href',
    '/help/article/opening-hours',
  );
  const text = screen.getByRole('textbox', { name: /^Text/ });
  await user.clear(text);
  await user.type(text, 'Always.');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Published, with newer changes')).toBeVisible();
  const versions = within(screen.getByRole('list', { name: 'Versions' }));
  await user.click(await versions.findByRole('button', { name: 'Restore version 1' }));
  await waitFor(() =>
    expect(screen.getByRole('textbox', { name: /^Text/ })).toHaveValue('From **9 to 5**. <script>alert(1)</script>'),
  );
});

test('without feedback the page says what will be there', async () => {
  await open('/admin/help/feedback');
  expect(await screen.findByRole('heading', { name: 'No feedback yet' })).toBeVisible();
});
