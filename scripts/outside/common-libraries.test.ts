// Campaign: libraries that remotes bring; remote-from-outside is in every run.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Locator, Page } from '@playwright/test';
import { LIBRARIES, PANEL_REMOTE, runNode } from './outside.ts';
import { startOutsidePanel, watchComplaints, type OutsidePanel } from './outside-panel.ts';

/* A remote that uses common React libraries is built, released and used by a customer. */

const COLOR = 'rgb(1, 2, 3)';
let complaints: string[];
let panel: OutsidePanel;
let page: Page;

before(async () => {
  panel = await startOutsidePanel();
  await runNode(LIBRARIES, [PANEL_REMOTE, 'release', '--promote', '--to', panel.origin], panel.env);
  page = await panel.newPage(panel.customer);
  complaints = watchComplaints(page);
  await page.goto(`${panel.origin}/libraries`);
  await page.getByRole('heading', { level: 1, name: 'Libraries' }).waitFor();
});
after(() => panel?.close());

const colorOf = (locator: Locator, property: 'color' | 'backgroundColor') =>
  locator.evaluate((element, name) => getComputedStyle(element)[name], property);

/** Presses the counter of an example and waits for its next number. */
async function count(example: Locator, label: string, next: number): Promise<void> {
  await example.getByRole('button', { name: label }).click();
  await example.getByRole('button', { name: `${label} ${next}` }).waitFor();
}

async function saveName(example: Locator): Promise<void> {
  await example.getByLabel('Name').fill('Ada');
  await example.getByRole('button', { name: 'Save' }).click();
  await example.getByText('saved Ada').waitFor();
}

const USES: Record<string, (example: Locator) => Promise<void>> = {
  react: (example) => example.getByText('React 19').waitFor(),
  zustand: (example) => count(example, 'count', 1),
  swr: (example) => example.getByText('fetched').waitFor(),
  'jotai/utils': async (example) => {
    await count(example, 'double', 2);
    await example.getByRole('button', { name: 'reset' }).click();
    await example.getByRole('button', { name: 'double 0' }).waitFor();
  },
  'react-redux': (example) => count(example, 'count', 1),
  '@tanstack/react-query': (example) => example.getByText('fetched').waitFor(),
  'react-i18next': (example) => example.getByText('Good morning, Jo').waitFor(),
  'react-hook-form': saveName,
  formik: saveName,
  'react-select': async (example) => {
    // By keyboard: other examples still change their height, and a click would miss the option.
    await example.getByLabel('Color').pressSequentially('green');
    await example.getByRole('option', { name: 'green' }).waitFor();
    await example.getByLabel('Color').press('Enter');
    await example.getByText('chosen green').waitFor();
  },
  'react-dropzone': async (example) => {
    await example.getByLabel('File').setInputFiles({ name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('a') });
    await example.getByText('a.txt').waitFor();
  },
  '@emotion/react': async (example) => assert.equal(await colorOf(example.getByText('painted'), 'color'), COLOR),
  'styled-components': async (example) => assert.equal(await colorOf(example.getByText('painted'), 'color'), COLOR),
  antd: async (example) => {
    assert.equal(await colorOf(example.getByRole('button'), 'backgroundColor'), COLOR);
    await example.getByRole('button', { name: 'press' }).click();
    await example.getByRole('button', { name: 'pressed' }).waitFor();
  },
  '@radix-ui/react-dialog': async (example) => {
    await example.getByRole('button', { name: 'Open' }).click();
    const dialog = page.getByRole('dialog', { name: 'Radix dialog' });
    await dialog.getByRole('button', { name: 'Close' }).click();
    await dialog.waitFor({ state: 'detached' });
  },
  '@headlessui/react': async (example) => {
    await example.getByRole('switch', { name: 'Headless switch' }).click();
    await example.getByText('on', { exact: true }).waitFor();
  },
  'react-hot-toast': async (example) => {
    await example.getByRole('button', { name: 'Toast' }).click();
    await page.getByText('A toast of another team').first().waitFor();
  },
  'react-day-picker': async (example) => {
    await example.getByRole('button', { name: /November 12/ }).click();
    await example.getByText('picked 12').waitFor();
  },
  motion: (example) => example.getByText('moved').waitFor(),
  '@dnd-kit/core': async (example) => {
    await example.getByText('box').hover();
    await page.mouse.down();
    await example.getByText('empty').hover();
    // It measures the areas while the pointer moves, and announces the one below it.
    await example.getByText('was moved over droppable area target').waitFor({ state: 'attached' });
    await page.mouse.up();
    await example.getByText('dropped', { exact: true }).waitFor();
  },
  'react-markdown': (example) => example.locator('em', { hasText: 'word' }).waitFor(),
  recharts: (example) => example.locator('svg path').first().waitFor(),
  '@tanstack/react-table': (example) => example.getByRole('listitem').getByText('Ada').waitFor(),
};

for (const [name, use] of Object.entries(USES)) {
  test(`${name} works in a remote`, () => use(page.getByRole('region', { name, exact: true })));
}

test('react-router-dom is the router of the shell', async () => {
  const example = page.getByRole('region', { name: 'react-router-dom', exact: true });
  await example.getByText('at /libraries').waitFor();
  await page.evaluate(() => Object.assign(window, { same: true }));
  await example.getByRole('link', { name: 'next page' }).click();
  await page.getByRole('heading', { level: 1, name: 'Library router' }).waitFor();
  assert.equal(
    await page.evaluate(() => (window as unknown as { same?: boolean }).same),
    true,
    'without a new document',
  );
});

test('the browser refuses nothing on the way', () => assert.deepEqual(complaints, []));
