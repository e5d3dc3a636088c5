import { act, screen } from '@testing-library/react';
import { renderPage } from '@panel/ui/testing';
import { manifest } from '../manifest.ts';
import { pages } from '../pages.ts';

type Options = Omit<Parameters<typeof renderPage>[0], 'remote'>;

/** Opens a page of this remote for a customer who sees applications. */
export const openPage = (options: Options) =>
  renderPage({ remote: { manifest, pages }, ...options, partner: { special: true, ...options.partner } });

/** Makes an application of a template, and opens one of its pages. */
export async function openNewApp(page: string, title: string) {
  const opened = await openPage({ path: '/new-app' });
  const { user, router } = opened;
  await user.type(await screen.findByRole('textbox', { name: /App Domain Name/ }), 'made');
  await user.click(screen.getByRole('button', { name: 'Create application' }));
  await screen.findByRole('heading', { name: 'Your application is live', level: 1 }, { timeout: 20_000 });
  const id = new URLSearchParams(router.state.location.search).get('app') ?? '';
  await act(() => router.navigate(`/manage-app/${page}/${id}`));
  await screen.findByRole('heading', { name: title, level: 1 });
  return { ...opened, id };
}
