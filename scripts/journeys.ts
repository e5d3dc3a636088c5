import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { environment, NODE_24, ROOT } from './lib/paths.mjs';

/*
 * pnpm journeys [--write] [words of Playwright …]
 * The journeys of docs/journeys.md in a real browser, by pointer and by keyboard alone. One that got longer fails; with
 * --write the counts are recorded.
 */
const words = process.argv.slice(2);
const rest = words.filter((word) => word !== '--write');
const cli = path.join(ROOT, 'node_modules', '@playwright', 'test', 'cli.js');
const { status } = spawnSync(NODE_24, [cli, 'test', '-c', 'journeys/playwright.config.ts', ...rest], {
  cwd: path.join(ROOT, 'e2e'),
  stdio: 'inherit',
  env: environment({ JOURNEYS: words.includes('--write') ? 'write' : '' }),
});
process.exitCode = status ?? 1;
