import { defineConfig } from '@playwright/test';
import base from '../playwright.config.ts';
import type { JourneyOptions } from './test.ts';

/** The journeys, each by pointer and by keyboard alone; `pnpm journeys` (docs/journeys.md). */
export default defineConfig<JourneyOptions>(base, {
  testDir: '.',
  testMatch: '**/*.journey.ts',
  globalSetup: '../lib/global-setup.ts',
  outputDir: '../test-results',
  // One after another: a count must not depend on what another journey does to the same panel.
  workers: 1,
  projects: [
    { name: 'pointer', use: { way: 'pointer' } },
    { name: 'keyboard', use: { way: 'keyboard' } },
  ],
});
