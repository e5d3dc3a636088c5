import { operatorOf } from '../lib/releases.ts';
import { expect, test } from './test.ts';

test('Release a remote', async ({ page, person, panel, origin, enter, arrived }) => {
  const version = person.own('v2');
  await operatorOf(panel).publish('mf-help', { version });
  await enter('operator@panel.example', page.context());
  await person.starts(`${origin('aurora')}/admin/overview`, 'Overview');
  await person.hears(null, 'heading "Overview" [level=1]', 'navigation "Administration"');
  const menu = page.getByRole('navigation', { name: 'Administration' });
  await person.goTo(menu.getByRole('link', { name: 'Releases' }), 'Releases');
  const actions = page.getByRole('button', { name: `Actions for mf-help ${version}` });
  await person.hears(person.heading('Releases'), 'tab "What runs" [selected]', 'tab "Releases"');
  await person.click(page.getByRole('tab', { name: 'Releases' }));
  await person.hears(null, 'tab "Releases" [selected]', `button "Actions for mf-help ${version}"`);
  await person.click(actions);
  const promote = page.getByRole('menuitem', { name: /^Promote/ });
  await person.hears(promote, 'menuitem "Promote"');
  await person.click(promote);
  await person.hears(null, `dialog "Promote mf-help ${version}?"`, 'combobox "For"', 'button "Promote"');
  await person.click(page.getByRole('dialog').getByRole('button', { name: 'Promote' }));
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await person.hears(actions);
  arrived('Release a remote');
});
