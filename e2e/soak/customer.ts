import type { Locator, Page } from 'playwright';
import { contentHeading } from '../lib/content.ts';
import type { Tally } from './tally.ts';

const LIMIT_MS = 30_000;
const main = (page: Page): Locator => page.getByRole('main');

/** Numbers from 0 to 1, the same in every run (a linear congruential generator). */
function chances(seed: number): () => number {
  let state = seed * 7919 + 17;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}

/** A customer whose tab is never reloaded except by their own action. */
export type Customer = { name: string; page: Page; tally: Tally; chance: () => number; ended: () => boolean };

export function customerAt(page: Page, index: number, tally: Tally, ended: () => boolean): Customer {
  return { name: `customer ${index + 1}`, page, tally, chance: chances(index), ended };
}

/** Waits as long as a person who reads or types. */
const pause = ({ page, chance }: Customer, from: number, to: number): Promise<void> =>
  page.waitForTimeout((from + (to - from) * chance()) * 1000);

/**
 * One navigation. It fails unless the page with this heading appears, without its skeleton. Leaves typed input behind
 * on purpose.
 */
async function go(who: Customer, heading: string | RegExp, how: () => Promise<unknown>): Promise<boolean> {
  const { page, name, tally } = who;
  const from = new URL(page.url()).pathname;
  const began = performance.now();
  const there = contentHeading(page, heading);
  const leave = page.getByRole('button', { name: 'Leave and discard' });
  try {
    await how();
    await there.or(leave).first().waitFor({ timeout: LIMIT_MS });
    if (await leave.isVisible()) await leave.click();
    await there.waitFor({ timeout: LIMIT_MS });
    tally.navigations.push(performance.now() - began);
    return true;
  } catch (error) {
    const shown = await main(page)
      .innerText()
      .catch(() => 'nothing');
    tally.failed.push(
      `${name}: from ${from} to ${String(heading)}: ${String(error).split('\n')[0]}; shown: ${shown.slice(0, 200).replaceAll('\n', ' ')}`,
    );
    return false;
  }
}

/** Types, does something else for a while, and checks that all input is still there. */
async function typed(
  { name, page, tally }: Customer,
  label: string,
  text: string,
  meanwhile: () => Promise<unknown>,
): Promise<void> {
  const field = main(page).getByLabel(label, { exact: true });
  tally.inputs += 1;
  await field.fill(text);
  await meanwhile();
  const now = await field.inputValue({ timeout: LIMIT_MS }).catch((error: unknown) => String(error));
  if (now !== text)
    tally.lost.push(`${name}: ${label} at ${new URL(page.url()).pathname}: typed "${text}", found "${now}"`);
}

const header = (page: Page, name: string | RegExp): Locator => page.getByRole('banner').getByRole('link', { name });

async function fromProfileMenu(page: Page, item: string): Promise<void> {
  await page.getByRole('button', { name: /Profile menu/ }).click();
  await page.getByRole('menuitem', { name: item }).click();
}

/** Loads the new version of the open section, where one is offered. */
async function takeNewVersion(who: Customer): Promise<void> {
  const button = who.page.getByRole('button', { name: 'Show it' });
  if (!(await button.isVisible())) return;
  await button.click();
  who.tally.swaps += 1;
}

const MARK = /^(\S+): Your name and how we reach you\.$/;

/** The release of the profile page. */
async function noteRelease({ page, tally }: Customer): Promise<void> {
  const line = await main(page)
    .getByText(/Your name and how we reach you\.$/)
    .first()
    .innerText();
  const version = MARK.exec(line)?.[1] ?? 'as built';
  tally.opened.set(version, (tally.opened.get(version) ?? 0) + 1);
}

async function profile(who: Customer, round: number): Promise<void> {
  const { page, name } = who;
  if (!(await go(who, 'Profile', () => fromProfileMenu(page, 'Account Settings')))) return;
  await noteRelease(who);
  await typed(who, 'First name', `${name} in round ${round}`, () => pause(who, 2, 14));
  if (who.chance() < 0.5) return;
  // The same text for everyone: sessions of one account overwrite each other.
  await typed(who, 'Last name', 'Saved by the soak', async () => {
    await main(page).getByRole('button', { name: 'Save' }).click();
    await pause(who, 1, 3);
  });
  await takeNewVersion(who);
}

async function account(who: Customer, round: number): Promise<void> {
  const { page } = who;
  const side = (name: string) => page.getByRole('navigation', { name: /account/i }).getByRole('link', { name });
  await profile(who, round);
  await go(who, 'Notifications', () => side('Notifications').click());
  await pause(who, 0.5, 2);
  if (!(await go(who, 'Change password', () => side('Change password').click()))) return;
  await typed(who, 'Current password', `not-the-password-${round}`, () => pause(who, 1, 8));
}

async function wizard(who: Customer, round: number): Promise<void> {
  const { page } = who;
  if (
    !(await go(who, 'Create a new site', () =>
      main(page).getByRole('link', { name: 'Create site' }).first().click(),
    )) ||
    !(await go(who, 'Create a WordPress site', () => main(page).getByRole('link', { name: 'WordPress site' }).click()))
  )
    return;
  await typed(who, 'Site title', `A site of round ${round}`, () => pause(who, 1, 8));
}

/** Opens every section by clicks; now and then with a new page view. */
async function walk(who: Customer, round: number): Promise<void> {
  const { page } = who;
  await go(who, 'My Sites', () => header(page, 'Sites').click());
  await pause(who, 0.5, 2);
  await wizard(who, round);
  if ((await header(page, 'Applications').count()) > 0)
    await go(who, 'My Applications', () => header(page, 'Applications').click());
  await account(who, round);
  await go(who, 'Help center', () => fromProfileMenu(page, 'Help center'));
  await takeNewVersion(who);
  await go(who, 'Dashboard', () => header(page, /, home$/).click());
  await pause(who, 0.5, 2);
  if (who.chance() < 0.4) await go(who, 'Dashboard', () => page.reload({ timeout: LIMIT_MS }));
}

/** Clicks through all sections until the run ends. */
export async function browse(who: Customer): Promise<void> {
  await pause(who, 0, 5);
  for (let round = 1; !who.ended(); round += 1) await walk(who, round);
}

/** Keeps one form open with unsaved input during the whole run, and expects it at the end in the same document. */
export async function stay(who: Customer, until: Promise<unknown>): Promise<void> {
  const { page, name, tally } = who;
  if (!(await go(who, 'Profile', () => fromProfileMenu(page, 'Account Settings')))) return;
  await page.evaluate(() => Object.assign(window, { sameDocument: true }));
  await typed(who, 'First name', `${name} takes a long time`, () => until);
  if (!(await page.evaluate(() => 'sameDocument' in window))) tally.lost.push(`${name}: the page was loaded anew`);
}
