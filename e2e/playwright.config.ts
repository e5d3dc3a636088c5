import { defineConfig } from '@playwright/test';
import { SLOWER } from '../scripts/lib/slower.mjs';
import { CHROMIUM_ARGUMENTS, chromiumPath } from './lib/chromium.ts';

/** Journeys through the built product in a real browser, against one real server (lib/global-setup.ts). */
export default defineConfig({
  testDir: '.',
  testMatch: '**/*.spec.ts',
  globalSetup: './lib/global-setup.ts',
  outputDir: 'test-results',
  reporter: [['list']],
  fullyParallel: false,
  // Journeys wait for half of their time: two of them leave a processor unused.
  workers: 3,
  retries: 0,
  forbidOnly: true,
  // Far longer than anything takes: what is close to usual fails on a busy machine.
  timeout: 300_000 * SLOWER,
  expect: { timeout: 60_000 * SLOWER },
  use: {
    browserName: 'chromium',
    viewport: { width: 1440, height: 900 },
    locale: 'en-GB',
    timezoneId: 'UTC',
    actionTimeout: 60_000 * SLOWER,
    navigationTimeout: 60_000 * SLOWER,
    // Off in a run of all journeys: those that fail run once more, alone. A picture of every frame costs as much as all the rest.
    trace: process.env['TRACE'] === 'off' ? 'off' : { mode: 'retain-on-failure', screenshots: false },
    screenshot: 'only-on-failure',
    launchOptions: { executablePath: chromiumPath(), args: CHROMIUM_ARGUMENTS },
  },
});
