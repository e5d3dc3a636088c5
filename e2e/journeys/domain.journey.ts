import { resolverOf, type World } from '@panel/server/testing/resolver';
import { startPanel, type Panel } from '../lib/server.ts';
import { openSessions, type Cookies } from '../lib/sign-in.ts';
import { originOf } from '../lib/server.ts';
import { Preparation } from './sites.ts';
import { expect, test } from './test.ts';

const OWNER = 'customer@aurora.example';

/** What resolvers see: the owner changes it at the registrar, which is not counted. */
const world: World = new Map();
let resolver: Awaited<ReturnType<typeof resolverOf>>;
let panel: Panel & { sessions: Record<string, Cookies> };

test.beforeAll(async () => {
  resolver = await resolverOf(world);
  const started = await startPanel({ env: { DNS_RESOLVERS: `127.0.0.1:${resolver.port}` } });
  panel = { ...started, sessions: await openSessions(started) };
});
test.afterAll(async () => {
  await panel.stop();
  panel.remove();
  await resolver.close();
});

test('Bring an own domain to green', async ({ page, context, person, arrived }) => {
  const prepared = new Preparation(OWNER, panel);
  const { site_id } = await prepared.site(person.own('salon'), 'The corner salon');
  const domain = 'salon.example';
  world.set(domain, { nameservers: ['ns1.elsewhere.example'] });
  await context.addCookies(panel.sessions[OWNER] ?? []);
  await person.starts(`${originOf('aurora', panel.port)}/manage-site/overview/${site_id}`, 'The corner salon');
  await person.hears(null, 'heading "The corner salon" [level=1]', 'link "Add a Custom Domain"');
  await person.click(page.getByRole('link', { name: 'Add a Custom Domain' }).first());
  await person.hears(
    person.heading('Add a Custom Domain'),
    'list "Stages"',
    'textbox /Domain/',
    'button "Verify" [disabled]',
  );
  await person.type(page.getByRole('textbox', { name: /^Domain/ }), domain);
  await person.press('Enter');
  await person.hears(null, 'group "Select a License"', 'radio /STARTER/', 'button "Upgrade" [disabled]');
  await person.click(page.getByRole('radio', { name: /^License: STARTER/ }));
  await person.click(page.getByRole('button', { name: 'Upgrade' }));
  await person.hears(person.heading('Congratulations!'), 'radiogroup "How to set it up"');
  world.set(domain, { nameservers: await prepared.nameservers(site_id) });
  await person.click(page.getByRole('button', { name: 'Check now' }));
  await expect(page.getByText('This server does not serve HTTPS, so no certificate is needed.')).toBeVisible();
  arrived('Bring an own domain to green');
});
