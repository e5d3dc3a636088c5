import { screen, waitFor } from '@testing-library/react';
import axe from 'axe-core';
import type { RemoteManifest, RemotePages } from '@panel/core';
import { renderPage } from './render-page.tsx';
import { makeScenario, type Scenario, type ScenarioInput } from './scenario.ts';

type Options = {
  remote: { manifest: RemoteManifest; pages: RemotePages };
  /** What the viewer has, so that pages show content. */
  scenario: (route: RemoteManifest['routes'][number]) => ScenarioInput;
  /** What `:id` is in an address; by default the first site. */
  idOf?: (path: string, scenario: Scenario) => string | undefined;
};

const TIMEOUT_MS = 30_000;
const NOBODYS = '00000000-0000-4000-8000-000000000000';
const RETRY = { name: /^(Retry|Try again)$/ };

/** Contrast needs a layout, which jsdom does not have; a page is only a part of the document here. */
const AXE = { rules: { 'color-contrast': { enabled: false }, region: { enabled: false } } };

async function settled(): Promise<void> {
  await waitFor(
    () => {
      expect(screen.getAllByRole('heading')[0]).toBeVisible();
      expect(document.querySelector('[aria-busy=true]')).toBeNull();
    },
    { timeout: TIMEOUT_MS },
  );
}

/**
 * Tests what holds for every page of a remote: its content has no accessibility problem that axe finds; without a
 * network it shows an error from which Retry recovers; an object that belongs to nobody is not found.
 */
export function testEveryPage({ remote, scenario, idOf = (_path, { sites }) => sites[0]?.site_id }: Options): void {
  describe.each(remote.manifest.routes.map((route) => [route.path, route] as const))('%s', (path, route) => {
    test(
      'content, and an error with Retry while there is no network',
      async () => {
        const as = await makeScenario(scenario(route));
        const target = path.replace(/:id\??/, idOf(path, as) ?? '');
        const first = await renderPage({ remote, path: target, as });
        await settled();
        const { violations } = await axe.run(first.container, AXE);
        expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
        const isThere = first.address() === target;
        first.unmount();
        // What redirects is a page only after its earlier steps.
        if (!isThere) return;

        const next = await renderPage({ remote, path: '/elsewhere', as });
        next.bridge.offline = true;
        await next.router.navigate(target);
        await settled();
        const retry = screen.queryAllByRole('button', RETRY)[0];
        next.bridge.offline = false;
        // A page that reads nothing, or can do without, has its content.
        if (!retry) return void expect(screen.getByRole('heading', { level: 1 })).toBeVisible();
        await next.user.click(retry);
        await settled();
        for (const more of screen.queryAllByRole('button', RETRY)) await next.user.click(more);
        await waitFor(() => expect(screen.queryAllByRole('button', RETRY)).toEqual([]), { timeout: TIMEOUT_MS });
      },
      3 * TIMEOUT_MS,
    );

    if (path.includes(':id'))
      test(
        'what belongs to nobody is not found',
        async () => {
          await renderPage({ remote, path: path.replace(/:id\??/, NOBODYS), ...scenario(route) });
          expect(await screen.findByRole('heading', { name: 'Not found' }, { timeout: TIMEOUT_MS })).toBeVisible();
        },
        TIMEOUT_MS,
      );
  });
}
