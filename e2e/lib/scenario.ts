import type { Page } from '@playwright/test';
import { Client } from '@panel/server/testing/client';
import { createTestServer, type TestServer } from '../../scripts/jest/test-server.ts';
import { test as journey } from './journey.ts';
import { originOf } from './server.ts';

/** Input of `POST /__testing/scenario` (server/src/testing/scenario-endpoint.ts), as far as journeys need it. */
type ScenarioInput = {
  partner?: { attributes?: Record<string, string> };
  role?: 'customer' | 'admin' | 'anonymous';
  user?: { is_abuse_system?: boolean };
  /** Rows only: nothing is hosted for them. `owner` is another customer's email. */
  sites?: readonly { name: string; title?: string; owner?: string }[];
};
type Scenario = { host: string; cookie: string };

/**
 * Fixtures for partners and users that the demo lacks: new ones for each test, on a server with the scenario endpoint
 * and the built pages.
 */
export const test = journey.extend<
  { enterScenario: (page: Page, input: ScenarioInput) => Promise<string> },
  { scenarioServer: TestServer }
>({
  scenarioServer: [
    // eslint-disable-next-line no-empty-pattern -- Playwright reads the names of fixtures from this pattern
    async ({}, use) => {
      const server = await createTestServer({ TEST_WEB: 'on' });
      await use(server);
      await server.stop();
    },
    { scope: 'worker' },
  ],
  /** Creates the scenario, signs its user in, and returns the panel's address. */
  enterScenario: async ({ scenarioServer }, use) =>
    use(async (page, input) => {
      const port = Number(new URL(scenarioServer.address).port);
      const { status, text, body } = await new Client(port, '127.0.0.1').post<Scenario>('/__testing/scenario', input);
      if (status !== 200) throw new Error(`The test server refused the scenario: ${status} ${text}`);
      const origin = originOf(body.host, port);
      const pairs = body.cookie
        .split('; ')
        .filter(Boolean)
        .map((pair) => pair.split('=') as [string, string]);
      await page.context().addCookies(pairs.map(([name, value]) => ({ name, value, url: origin })));
      return origin;
    }),
});

export { expect, opened } from './journey.ts';
