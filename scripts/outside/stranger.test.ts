import assert from 'node:assert/strict';
import { cpSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { after, before, test } from 'node:test';
import type { Page } from '@playwright/test';
import { until } from '@panel/server/testing';
import { emptyFolder, LIBRARIES, PANEL_REMOTE, runNode } from './outside.ts';
import { startOutsidePanel, type OutsidePanel } from './outside-panel.ts';

/*
 * A remote of another team writes under the keys of everyone, clears what it can, and throws: the panel stays as it is, and
 * the reports name that remote (ADR 0042).
 */

const folder = emptyFolder();
const remote = path.join(folder, 'mf-stranger');
const CARD = path.join(remote, 'src', 'features', 'card.part.tsx');
let panel: OutsidePanel;
let page: Page;
let good: string;

/** Releases the stranger's sources for everybody; returns the version. */
async function release(): Promise<string> {
  const said = await runNode(remote, [PANEL_REMOTE, 'release', '--promote', '--to', panel.origin], panel.env);
  return / is ([0-9a-f]{12}) now/.exec(said)?.[1] ?? '';
}

/** The browsers' reports on a package, as an operator sees them. */
const reports = (id: string) =>
  runNode(remote, [PANEL_REMOTE, 'registry', 'list', id, '--to', panel.origin], panel.env);

before(async () => {
  mkdirSync(remote);
  cpSync(path.join(LIBRARIES, 'stranger'), remote, { recursive: true });
  symlinkSync(path.join(LIBRARIES, 'node_modules'), path.join(remote, 'node_modules'), 'dir');
  panel = await startOutsidePanel();
  good = await release();
  page = await panel.newPage(panel.customer);
});
after(async () => {
  await panel?.close();
  rmSync(folder, { recursive: true, force: true });
});

const dashboard = () => page.getByRole('heading', { level: 1, name: 'Dashboard' });
const totals = () => page.getByRole('heading', { name: 'You have 1 site' });
const menu = (name: string) => page.getByRole('navigation').getByRole('link', { name, exact: true }).first();

test('the dashboard keeps its answers while a stranger writes under their keys and clears the cache', async () => {
  await page.goto(panel.origin);
  await totals().waitFor();
  await menu('Stranger').click();
  await page.getByText('by hand garbage stranger').waitFor();
  await page.getByRole('button', { name: 'Spoil' }).click();
  await page.getByText('spoilt spoilt').waitFor();
  await menu('Dashboard').click();
  await dashboard().waitFor();
  await totals().waitFor();
  await page.getByText('A card of a stranger.').waitFor();
});

test('what a stranger stores has its own name, and the shell survives what is written under the shell’s', async () => {
  const stored = await page.evaluate(() => Object.keys(localStorage).filter((key) => key.includes('stranger')));
  assert.deepEqual(stored.sort(), ['mf-stranger.panel.scheme', 'panel.draft.mf-stranger.everyone']);
  await menu('Stranger').click();
  await page.getByRole('button', { name: 'Write' }).click();
  await page.goto(panel.origin);
  await totals().waitFor();
});

test('a handler that throws counts against the stranger', async () => {
  await menu('Stranger').click();
  await page.getByRole('button', { name: 'Throw' }).click();
  await until('the report', async () => (await reports('mf-stranger')).includes('P208'));
  await page.getByRole('button', { name: 'Throw' }).waitFor();
});

test('a part that throws is replaced by the release before, and its text is not shown', async () => {
  const source = readFileSync(CARD, 'utf8');
  writeFileSync(CARD, source.replace("'A card of a stranger.'", "{ throw new Error('secret of the team'); }"));
  const bad = await release();
  assert.notEqual(bad, good);
  await page.goto(panel.origin);
  await page.getByText('A card of a stranger.').waitFor();
  await totals().waitFor();
  assert.equal(await page.getByText('secret of the team').count(), 0);
  await until('the report', async () =>
    (await reports('mf-stranger')).split('\n').some((line) => line.includes(bad) && line.includes('P208')),
  );
});

test('nothing counts against the shell', async () => {
  assert.doesNotMatch(await reports('shell'), /P2\d\d/);
});
