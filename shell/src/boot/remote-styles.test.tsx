import { render } from '@testing-library/react';
import { keepToRemote, useRemoteStyles } from './remote-styles.ts';

function sheet(href: string, media = ''): HTMLLinkElement {
  const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href, media });
  keepToRemote(link);
  document.head.append(link);
  link.dispatchEvent(new Event('load'));
  return link;
}

function Page({ of }: { of: string }) {
  useRemoteStyles(of);
  return null;
}

test('style sheets of a remote have an effect while one of its pages or parts is shown', () => {
  const sites = sheet('/remotes/mf-sites/1/page.css');
  const help = sheet('/remotes/mf-help/1/page.css', '(width > 600px)');
  expect([sites.media, help.media]).toEqual(['not all', 'not all']);

  const { rerender, unmount } = render(<Page of="mf-sites" />);
  expect([sites.media, help.media]).toEqual(['', 'not all']);
  const part = render(<Page of="mf-sites" />);
  rerender(<Page of="mf-help" />);
  expect([sites.media, help.media]).toEqual(['', '(width > 600px)']);
  part.unmount();
  expect([sites.media, help.media]).toEqual(['not all', '(width > 600px)']);
  unmount();
  expect(help.media).toBe('not all');
});

test('a sheet that arrives while its remote is shown has an effect, and those of the shell always have', () => {
  const shell = sheet('/shell/1/shell.css');
  const { unmount } = render(<Page of="mf-apps" />);
  const late = sheet('/remotes/mf-apps/2/late.css');
  expect([late.media, shell.media]).toEqual(['', '']);
  unmount();
  expect([late.media, shell.media]).toEqual(['not all', '']);
});
