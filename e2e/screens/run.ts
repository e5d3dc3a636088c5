import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Browser } from '@playwright/test';
import type { Partner } from '@panel/contract';
import { Client } from '@panel/server/testing/client';
import { originOf, type Panel } from '../lib/server.ts';
import { openSessions, type Cookies } from '../lib/sign-in.ts';
import { lookAt, type Seen, type Wanted } from './look.ts';
import { allRoutes, placesOf, VIEWERS, type LeftOut, type Place, type Viewer } from './places.ts';
import type { Objects } from './objects.ts';

export type Options = Wanted & {
  brands: readonly string[];
  /** Only pages whose name or address contains this. */
  pages: string;
  locale: string;
  /** Pages of an earlier run in the same folder are not opened again. */
  resume: boolean;
};

export type Outcome = { seen: Seen[]; leftOut: (LeftOut & { brand: string })[]; unfilled: string[] };

/** Pages that are open at the same time. */
const AT_ONCE = 2;

const emailOf = (viewer: Viewer, brand: string): string =>
  viewer === 'operator' ? 'operator@panel.example' : `${viewer}@${brand}.example`;

async function partnerOf(port: number, brand: string): Promise<Partner> {
  const { body } = await new Client(port, `${brand}.localhost`).get<{ data: Partner }>('/partner/whitelabel');
  return body.data;
}

/** Runs the work in turn, a few at once. */
async function inTurn(work: readonly (() => Promise<void>)[]): Promise<void> {
  const left = work.values();
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (const one of left) await one();
    }),
  );
}

/** The session of the operator is one of the first brand; its cookies are for that host. */
const cookiesOf = (sessions: Record<string, Cookies>, viewer: Viewer, brand: string, origin: string): Cookies =>
  viewer === 'visitor' ? [] : (sessions[emailOf(viewer, brand)] ?? []).map((cookie) => ({ ...cookie, url: origin }));

const matches = ({ name, path: address }: Place, pattern: string): boolean =>
  name.includes(pattern) || address.includes(pattern);

/** Looks at every page of every brand. */
export async function lookAtAll(
  { browser, panel }: { browser: Browser; panel: Panel },
  objects: Readonly<Record<string, Objects>>,
  options: Options,
): Promise<Outcome> {
  const outcome: Outcome = { seen: [], leftOut: [], unfilled: [] };
  const routes = await allRoutes();
  for (const brand of options.brands) {
    const of = objects[brand];
    if (!of) throw new Error(`There is no brand ${brand}.`);
    const origin = originOf(brand, panel.port);
    // Pages of money ask for the password again when it was entered long ago.
    const sessions = await openSessions(panel);
    const { places, leftOut, unfilled } = placesOf(routes, await partnerOf(panel.port, brand), of);
    outcome.leftOut.push(...leftOut.map((one) => ({ ...one, brand })));
    outcome.unfilled.push(...unfilled.map((name) => `${brand} ${name}`));
    const contexts = new Map(
      await Promise.all(
        VIEWERS.map(async (viewer) => {
          const context = await browser.newContext({ locale: options.locale, timezoneId: 'UTC' });
          context.setDefaultTimeout(60_000);
          await context.addCookies(cookiesOf(sessions, viewer, brand, origin));
          return [viewer, context] as const;
        }),
      ),
    );
    const wanted = places.filter((place) => matches(place, options.pages));
    let done = 0;
    await inTurn(
      wanted.map((place) => async () => {
        const kept = path.join(options.folder, 'results', `${brand}.${place.name}.json`);
        const context = contexts.get(place.viewer);
        if (!context) return;
        const seen =
          options.resume && existsSync(kept)
            ? (JSON.parse(readFileSync(kept, 'utf8')) as Seen)
            : await lookAt(context, brand, origin, place, options);
        mkdirSync(path.dirname(kept), { recursive: true });
        writeFileSync(kept, JSON.stringify(seen));
        outcome.seen.push(seen);
        done += 1;
        console.log(`${brand} ${done}/${wanted.length} ${place.name}: ${seen.findings.length} findings`);
      }),
    );
    for (const context of contexts.values()) await context.close();
  }
  outcome.seen.sort((a, b) => a.brand.localeCompare(b.brand) || a.name.localeCompare(b.name));
  return outcome;
}
