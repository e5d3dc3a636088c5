import { operatorOf } from '../lib/releases.ts';
import { expect, test } from './test.ts';

test('Release a remote', async ({ page, person, panel, origin, enter, arrived }) => {
  const version = person.own('2.0');
  await operatorOf(panel).publish('mf-help', { version });
  await enter('operator@panel.example');
  await page.goto(`${origin('aurora')}/admin/overview`);
  await person.hears('- heading "Overview" [level=1]');
  const menu = page.getByRole('navigation', { name: 'Administration' });
  await person.goTo(menu.getByRole('link', { name: 'Releases' }), 'Releases');
  await expect(page.getByRole('heading', { level: 1, name: 'Releases' })).toBeFocused();
  await person.click(page.getByRole('button', { name: `Actions for mf-help ${version}` }));
  await person.click(page.getByRole('menuitem', { name: /^Promote/ }));
  await page.waitForTimeout(1000);
  console.log(await page.getByRole('dialog').ariaSnapshot());
  await person.click(page.getByRole('dialog').getByRole('button', { name: 'Promote' }));
  await expect(page.getByRole('dialog')).toHaveCount(0);
  arrived('Release a remote');
});
