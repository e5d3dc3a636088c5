import { REGISTRY, registryOf, resolverOf, type World } from '@panel/server/testing/resolver';
import { originOf, startPanel, type Panel } from '../lib/server.ts';
import { openSessions, type Cookies } from '../lib/sign-in.ts';
import { Preparation } from './sites.ts';
import { expect, test } from './test.ts';

const OWNER = 'customer@aurora.example';

/** What resolvers see, and what the owner enters at the registrar, which is not counted. */
const world: World = new Map([['example', REGISTRY]]);
const delegations = new Map<string, readonly string[]>();
let servers: { port: number; close: () => Promise<void> }[];
let panel: Panel & { sessions: Record<string, Cookies> };

test.beforeAll(async () => {
  const [resolver, registry] = [await resolverOf(world), await registryOf(delegations)];
  servers = [resolver, registry];
  const started = await startPanel({
    env: {
      DNS_RESOLVERS: `127.0.0.1:${resolver.port}`,
      DNS_PARENT_PORT: String(registry.port),
      EGRESS_ALLOW: '127.0.0.1',
    },
  });
  panel = { ...started, sessions: await openSessions(started) };
});
test.afterAll(async () => {
  await panel.stop();
  panel.remove();
  await Promise.all(servers.map((server) => server.close()));
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
  const nameservers = await prepared.nameservers(site_id);
  world.set(domain, { nameservers });
  delegations.set(domain, nameservers);
  await person.click(page.getByRole('button', { name: 'Check now' }));
  await expect(page.getByText('This server does not serve HTTPS, so no certificate is needed.')).toBeVisible();
  arrived('Bring an own domain to green');
});
