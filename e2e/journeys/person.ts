import { randomBytes } from 'node:crypto';
import { expect, type Locator, type Page } from '@playwright/test';
import { contentHeading } from '../lib/content.ts';
import { whereabouts } from './focus.ts';

export type Way = 'pointer' | 'keyboard';
export type Counted = { clicks: number; keystrokes: number };

/** Nobody presses Tab more often for one control; what takes more cannot be reached. */
const LONGEST_WAY = 80;

/** Keys that do what a click does. A radio and an automatic tab are chosen by the arrow that reaches them. */
const KEY_OF: Partial<Record<string, string>> = { checkbox: 'Space', switch: 'Space' };

/**
 * One person at one page, who counts. With a pointer, a click and each key count; by keyboard alone, the same steps
 * are done with keys, and each press counts.
 */
export class Person {
  readonly counted: Counted = { clicks: 0, keystrokes: 0 };
  readonly way: Way;
  page: Page;

  constructor(page: Page, way: Way) {
    this.page = page;
    this.way = way;
  }

  /** Where the journey begins; nothing counts yet. The initial HTML reacts to nothing, so the page's own content is awaited. */
  async starts(address: string, heading: string): Promise<void> {
    await this.page.goto(address);
    await expect(contentHeading(this.page, heading)).toBeVisible();
  }

  /** The same person goes on in another tab or browser. */
  moveTo(page: Page): void {
    this.page = page;
  }

  /** The page's title, which has the focus after it was opened. */
  heading(name: string): Locator {
    return this.page.getByRole('heading', { level: 1, name });
  }

  /** A name that nothing else on the panel has. Always equally long, so that counts agree. */
  own(text: string): string {
    return `${text}-${randomBytes(2).toString('hex')}`;
  }

  async press(key: string): Promise<void> {
    this.counted.keystrokes += 1;
    await this.page.keyboard.press(key);
  }

  /** Presses a button, follows a link, checks a box, chooses a radio, a tab or an option. */
  async click(target: Locator): Promise<void> {
    if (this.way === 'pointer') {
      this.counted.clicks += 1;
      await target.click();
      return;
    }
    await this.#reach(target);
    const role = await target.evaluate((element) => {
      const control = element instanceof HTMLLabelElement ? (element.control ?? element) : element;
      const own = control.getAttribute('role') ?? (control instanceof HTMLInputElement ? control.type : '');
      const isChosen = control instanceof HTMLInputElement ? control.checked : control.ariaSelected === 'true';
      return (own === 'radio' || own === 'tab') && isChosen ? 'chosen' : own;
    });
    if (role === 'chosen') return;
    await this.press(role === 'radio' ? 'Space' : (KEY_OF[role] ?? 'Enter'));
  }

  /** Types into a field, over what it holds. It needs no click when it has the focus already. */
  async type(field: Locator, text: string): Promise<void> {
    await expect(field).toBeEditable();
    const isFocused = await field.evaluate((element) => element === document.activeElement);
    if (this.way === 'keyboard') await this.#reach(field);
    else if (!isFocused) {
      this.counted.clicks += 1;
      await field.click();
    }
    if ((await field.inputValue()) !== '') await this.press('Control+a');
    this.counted.keystrokes += text.length;
    await this.page.keyboard.type(text);
    await expect(field).toHaveValue(text);
  }

  /** Goes to a page by its link or, by keyboard, by the search for pages, which takes fewer presses. */
  async goTo(link: Locator, title: string): Promise<void> {
    if (this.way === 'pointer') return this.click(link);
    await this.press('Control+k');
    await this.type(this.page.getByRole('combobox', { name: 'Search pages and sites' }), title);
    await expect(this.page.getByRole('listbox').getByRole('option', { selected: true })).toContainText(title);
    await this.press('Enter');
  }

  /** Presses a button that opens the browser's dialog for files, which nobody counts, and chooses a file. */
  async choose(button: Locator, file: { name: string; mimeType: string; buffer: Buffer }): Promise<void> {
    const asked = this.page.waitForEvent('filechooser');
    await this.click(button);
    await (await asked).setFiles(file);
  }

  /** Does what opens a tab, and goes on there. */
  async inNewTab(open: () => Promise<void>): Promise<Page> {
    const opened = this.page.context().waitForEvent('page');
    await open();
    return opened;
  }

  /**
   * What a screen reader is given at this step: what has the focus, and parts of the tree, each as a line of an ARIA
   * snapshot (several, where one is inside of another).
   */
  async hears(focus: Locator | null, ...parts: string[]): Promise<void> {
    for (const part of parts) await expect(this.page.locator('body')).toMatchAriaSnapshot(`- ${part}`);
    if (focus) await expect(focus).toBeFocused();
  }

  async #reach(target: Locator): Promise<void> {
    await expect(target).toBeVisible();
    // What opens takes the focus: a person in front of it does not press Tab through the page behind it.
    await expect
      .poll(() =>
        target.evaluate((element) => {
          const over = element.closest('[role=dialog], [role=alertdialog], [role=menu], dialog');
          return over === null || over.contains(document.activeElement);
        }),
      )
      .toBe(true);
    let seen = await target.evaluate(whereabouts);
    for (let steps = 0; !seen.here; steps += 1) {
      if (steps === LONGEST_WAY) throw new Error(`No key reaches ${target}; the focus is on ${seen.on}.`);
      await this.press(seen.key);
      seen = await target.evaluate(whereabouts);
    }
    if (!seen.isShown) throw new Error(`Nobody sees that ${target} has the focus.`);
  }
}
