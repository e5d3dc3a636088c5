import type { App, License, Page, Site, Task } from '@panel/contract';
import { Client } from '@panel/server/testing/client';
import { pluginZip, themeZip } from '@panel/server/testing/zip';
import { buyAs } from '@panel/server/testing/purchase';
import { originOf, type Panel } from '../lib/server.ts';

/** What the addresses of a brand's pages name, by id; undefined where the brand cannot have it. */
export type Objects = Readonly<
  Record<'user' | 'site' | 'builder' | 'domainSite' | 'customer' | 'license', string> &
    Partial<
      Record<
        | 'app'
        | 'siteTask'
        | 'migration'
        | 'announcement'
        | 'incident'
        | 'article'
        | 'customerChange'
        | 'fleet'
        | 'purchase'
        | 'plugin'
        | 'pluginRun'
        | 'theme'
        | 'themeRun',
        string
      >
    >
>;

const PASSWORD = 'Correct-horse-42-battery';
const WAIT_MS = 400_000;
const POLL_MS = 500;

/** What a change of many sites sets. */
const CACHE = {
  kind: 'cache',
  settings: { file_type: [], default_cache_time: 86_400, is_stale: true, ignore_cache: false, qsh: true },
};

/** A far day: an announcement that is shown now would be above every page. */
const LATER = '2030-01-01T08:00:00.000Z';

class Caller {
  readonly client: Client;
  readonly #origin: string;

  constructor(port: number, brand: string) {
    this.#origin = originOf(brand, port);
    this.client = new Client(port, new URL(this.#origin).hostname);
  }

  async signIn(email: string, password: string): Promise<this> {
    await this.client.get('/partner/whitelabel');
    await this.ask('POST', '/login', { email, password });
    return this;
  }

  async ask<T = Record<string, unknown>>(method: string, path: string, body?: unknown): Promise<T> {
    const { status, text, body: found } = await this.client.send<T>(method, path, body, { origin: this.#origin });
    if (status !== 200) throw new Error(`${method} ${path} was refused: ${status} ${text}`);
    return found;
  }

  async form<T>(path: string, form: FormData): Promise<T> {
    const { status, text, body } = await this.client.form<T>(path, form);
    if (status !== 200) throw new Error(`${path} was refused: ${status} ${text}`);
    return body;
  }

  sites = async (): Promise<Site[]> => (await this.ask<Page<Site>>('GET', '/site/filter?pageSize=50')).pageElements;
}

async function until<T>(what: string, found: () => Promise<T | undefined | false>): Promise<T> {
  const end = performance.now() + WAIT_MS;
  while (performance.now() < end) {
    const value = await found();
    if (value) return value;
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
  throw new Error(`${what} did not come within ${WAIT_MS / 1000} s.`);
}

const settled = (customer: Caller): Promise<Site[]> =>
  until('The end of what is done to the sites', async () => {
    const sites = await customer.sites();
    return sites.length > 0 && sites.every(({ status, task_id }) => status === 'ready' && task_id === null) && sites;
  });

/** A WordPress site and one of the site builder, for a brand whose demo has none. */
async function makeSites(customer: Caller, sitesDomain: string): Promise<string> {
  const started = await customer.ask<{ task_id: string }>('POST', '/site', {
    fqdn: `field-notes.${sitesDomain}`,
    type: 'wordpress',
    wp_info: {
      title: 'Field notes',
      admin_user: 'site-owner',
      admin_email: 'casey@example.com',
      admin_password: PASSWORD,
    },
  });
  await customer.ask('POST', '/site', { fqdn: `rye-and-honey.${sitesDomain}`, domain: sitesDomain });
  const empty = await until('An empty site', async () =>
    (await customer.sites()).find(({ fqdn, task_id }) => fqdn.startsWith('rye-') && task_id === null),
  );
  await customer.ask('POST', '/site/finalize', { site_id: empty.site_id, type: 'site_builder' });
  return started.task_id;
}

/** The task that installed the demo's WordPress site. */
async function taskOfDemo(admin: Caller): Promise<string | undefined> {
  const tasks = await admin.ask<Page<Task>>('GET', '/task?pageSize=50');
  return tasks.pageElements.find(({ kind, title }) => kind === 'site.create' && title.startsWith('field-notes'))
    ?.task_id;
}

async function makeMigration(customer: Caller, sitesDomain: string): Promise<string> {
  const form = new FormData();
  const wanted = { type: 'host', fqdn: `moved.${sitesDomain}`, sharingLink: 'https://files.example.com/backup.zip' };
  form.set('migration', JSON.stringify(wanted));
  return (await customer.form<{ data: { id: string } }>('/migration/site', form)).data.id;
}

/** A version in the library, and the change that installs it on a site. */
async function makeExtension(customer: Caller, kind: 'plugin' | 'theme', bytes: Buffer, site: string) {
  const form = new FormData();
  form.append('file', new File([new Uint8Array(bytes)], 'upload.zip', { type: 'application/zip' }));
  const { data } = await customer.form<{ data: { id: string; slug: string; version: string } }>(`/${kind}`, form);
  const change = { slugs: [data.slug], action: 'install', site_ids: [site], version: data.version };
  return { id: data.id, run: (await customer.ask<{ run_id: string }>('POST', `/${kind}/installed`, change)).run_id };
}

/** What staff write and do. */
async function makeOfStaff(admin: Caller, customer: string) {
  const announcement = await admin.ask<{ id: string }>('POST', '/partner/announcements', {
    ...{ title: 'New data center', kind: 'info', markdown: 'We **move** on [Monday](/sites).' },
    ...{ sections: [], plans: [], from: LATER, until: null, mail: false },
  });
  const incident = await admin.ask<{ id: string }>('POST', '/partner/incidents', {
    ...{ kind: 'incident', title: 'Slow sites', parts: ['sites'], impact: 'degraded', from: null, until: null },
    ...{ step: 'investigating', text: 'We look for the cause.', mail: false },
  });
  const article = await admin.ask<{ id: string }>('POST', '/help-center/drafts', {
    ...{ slug: 'opening-hours', title: 'Opening hours', summary: '', category: 'home', audience: 'everybody' },
    markdown: 'Always.',
  });
  const change = await admin.ask<{ bulk_id: string }>('POST', '/customer/bulk', {
    action: 'tag',
    tag: 'vip',
    ids: [customer],
  });
  return { announcement: announcement.id, incident: incident.id, article: article.id, customerChange: change.bulk_id };
}

/** Makes for each page of a brand's panel what its address names. */
export async function makeObjects({ port, accounts }: Panel, brand: string): Promise<Objects> {
  const enter = (email: string): Promise<Caller> =>
    new Caller(port, brand).signIn(email, accounts.find((one) => one.email === email)?.password ?? '');
  const [customer, admin] = await Promise.all([enter(`customer@${brand}.example`), enter(`admin@${brand}.example`)]);
  const sitesDomain = `${brand}-sites.localhost`;
  const siteTask = brand === 'aurora' ? await taskOfDemo(admin) : await makeSites(customer, sitesDomain);
  const sites = await settled(customer);
  const named = (name: string): Site | undefined => sites.find(({ fqdn }) => fqdn.startsWith(name));
  const site = named('field-notes');
  const siteId = site?.site_id;
  if (!site || !siteId) throw new Error(`${brand} has no site for its pages.`);
  const user = site.customer_id ?? '';
  // One after another: a site that is being changed takes no other change.
  const plugin = await makeExtension(customer, 'plugin', pluginZip('harbour', '1.0.0'), siteId);
  await settled(customer);
  const theme = await makeExtension(customer, 'theme', themeZip('lighthouse', '1.0.0'), siteId);
  await settled(customer);
  const fleet = await customer.ask<{ plan_id: string }>('POST', '/change-plan', {
    change: CACHE,
    site_ids: [siteId],
  });
  const [license] = await customer.ask<License[]>('GET', '/license');
  const [app] = brand === 'aurora' ? (await customer.ask<Page<App>>('GET', '/nucal/user/apps')).pageElements : [];
  const objects = {
    ...{ user, customer: user, site: siteId, builder: named('rye')?.site_id ?? siteId },
    ...{ domainSite: named('studio-lumen')?.site_id ?? siteId, license: license?.license_key ?? '' },
    ...{ siteTask, app: app?.id },
    ...{ migration: await makeMigration(customer, sitesDomain), purchase: await buyAs(customer.client, 'site_pro') },
    ...{ plugin: plugin.id, pluginRun: plugin.run, theme: theme.id, themeRun: theme.run, fleet: fleet.plan_id },
    ...(await makeOfStaff(admin, user)),
  };
  await settled(customer);
  return objects;
}
