import { strToU8, zipSync } from 'fflate';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

type Kind = 'plugin' | 'theme';
/** An entry as api.wordpress.org has it; `zip` replaces its archive. */
export type FakeEntry = { kind: Kind; slug: string; version: string; name: string; zip?: Buffer } & Record<
  string,
  unknown
>;

/** A server that speaks the API of wordpress.org (version 1.2): lists, entries, pictures and archives. */
export type FakeDirectory = {
  url: string;
  entries: FakeEntry[];
  /** What was asked, oldest first. */
  asked: URL[];
  /** Answers instead of the directory; false leaves it to the directory. */
  instead: ((url: URL, res: ServerResponse, req: IncomingMessage) => boolean) | null;
  close(): Promise<void>;
};

const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** The archive of a plugin or theme whose header names slug and version. */
export function archiveOf({
  kind,
  slug,
  version,
  name,
}: Pick<FakeEntry, 'kind' | 'slug' | 'version' | 'name'>): Buffer {
  const header = `${kind === 'plugin' ? 'Plugin' : 'Theme'} Name: ${name.replace('&#8211;', '–')}\nVersion: ${version}\nAuthor: Ada\nDescription: Of the directory.`;
  const files =
    kind === 'plugin'
      ? { [`${slug}/${slug}.php`]: strToU8(`<?php\n/*\n${header}\n*/\n`) }
      : { [`${slug}/style.css`]: strToU8(`/*\n${header}\n*/\n`), [`${slug}/index.php`]: strToU8('<?php\n') };
  return Buffer.from(zipSync(files));
}

/** Fields as the API answers them: HTML and entities in texts, `false` for what is not known. */
const FIRST: readonly FakeEntry[] = [
  {
    ...{ kind: 'plugin', slug: 'contact-kit', version: '5.2', name: 'Contact Kit &#8211; Forms' },
    ...{ author: '<a href="https://ada.example/">Ada &amp; Sons</a>', rating: 92, num_ratings: 310 },
    ...{ active_installs: 400_000, requires: '6.2', tested: '6.8.1', requires_php: '7.4', downloaded: 9_000_000 },
    ...{ last_updated: '2026-10-05 2:13pm GMT', tags: { form: 'form', contact: 'contact' } },
    short_description: 'Forms for every page<script>alert(1)</script>.',
    sections: {
      description:
        '<p>Build <strong>forms</strong>.</p><ul><li>Drag</li><li>Drop</li></ul><img src=x onerror=alert(1)>',
      changelog: '<h4>5.2</h4><p>Faster.</p>',
    },
  },
  {
    ...{ kind: 'plugin', slug: 'gallery-kit', version: '1.0', name: 'Gallery Kit', author: 'Grace' },
    ...{ rating: 0, num_ratings: 0, active_installs: 10, requires: false, tested: '99.0', requires_php: false },
    ...{ last_updated: '2026-11-01 9:00am GMT', short_description: 'Pictures in rows.', tags: [] },
    sections: { description: '<p>Pictures.</p>' },
  },
  {
    ...{ kind: 'theme', slug: 'plain-paper', version: '2.1', name: 'Plain Paper', rating: 80, num_ratings: 12 },
    ...{ author: { display_name: 'The paper people', user_nicename: 'paper' }, active_installs: 3000 },
    ...{ requires: '6.4', requires_php: '7.2', last_updated: '2026-09-30', description: 'A quiet theme.' },
    ...{ tags: { blog: 'Blog' }, sections: { description: 'A quiet theme.' } },
  },
];

export async function startFakeDirectory(): Promise<FakeDirectory> {
  const server = createServer((req, res) => answer(req, res));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const directory: FakeDirectory = {
    url,
    entries: [...FIRST],
    asked: [],
    instead: null,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };

  const wire = ({ kind, zip: _zip, ...entry }: FakeEntry) => ({
    download_link: `${url}/${kind}/${entry.slug}.${entry.version}.zip`,
    ...(kind === 'plugin' && { icons: { svg: `${url}/icon.svg`, '1x': `${url}/icon.png` } }),
    ...(kind === 'theme' && { screenshot_url: `//${new URL(url).host}/screenshot.png` }),
    ...entry,
  });

  function answer(req: IncomingMessage, res: ServerResponse): void {
    const at = new URL(req.url ?? '/', url);
    directory.asked.push(at);
    if (directory.instead?.(at, res, req)) return;
    const send = (status: number, value: unknown) =>
      res.writeHead(status, { 'content-type': 'application/json; charset=utf-8' }).end(JSON.stringify(value));
    if (at.pathname.endsWith('.png')) return void res.writeHead(200, { 'content-type': 'text/html' }).end(PIXEL);
    if (at.pathname.endsWith('.zip')) {
      const found = directory.entries.find((one) => at.pathname === `/${one.kind}/${one.slug}.${one.version}.zip`);
      return void (found ? res.end(found.zip ?? archiveOf(found)) : send(404, {}));
    }
    const kind = /^\/(plugin|theme)s\/info\/1\.2\/$/.exec(at.pathname)?.[1] as Kind | undefined;
    if (!kind) return void send(404, { error: 'Not here.' });
    const given = (name: string) => at.searchParams.get(`request[${name}]`) ?? '';
    const own = directory.entries.filter((one) => one.kind === kind);
    if (at.searchParams.get('action') !== `query_${kind}s`) {
      const found = own.find(({ slug }) => slug === given('slug'));
      return void (found ? send(200, wire(found)) : send(404, { error: 'Plugin not found.' }));
    }
    const words = given('search').toLowerCase();
    // Words with which a page test chooses what goes wrong.
    if (words === 'broken-directory') return void res.end('<html>Sorry</html>');
    const found = own.filter((one) => JSON.stringify(one).toLowerCase().includes(words));
    const [page, size] = [Number(given('page')), Number(given('per_page'))];
    const slice = found.slice((page - 1) * size, page * size).map(({ ...one }) => {
      const { sections: _sections, ...rest } = wire(one) as Record<string, unknown>;
      return rest;
    });
    send(200, { info: { page, pages: Math.ceil(found.length / size), results: found.length }, [`${kind}s`]: slice });
  }
  return directory;
}
