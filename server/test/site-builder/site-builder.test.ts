import {
  BUILDER_PAGES_MAX,
  BUILDER_PICTURES_MAX,
  type BuilderPicture,
  type BuilderPublication,
  type Site,
} from '@panel/contract';
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { builderPicture } from '../../src/db/schema.ts';
import { startTestServer, type TestServer } from '../../src/testing/index.ts';
import { tenant, visit, type Tenant } from '../site/site-support.ts';
import { builderSite, draftOf, fileOf, page, PIXEL, published, save, saved, uploadPicture } from './builder-support.ts';

let server: TestServer;
let own: Tenant;
let siteId: string;
before(async () => {
  server = await startTestServer();
  own = await tenant(server);
  siteId = await builderSite(own, 'atelier');
});
after(() => server.stop());

const live = (path = '/') => visit(server, own.fqdn('atelier'), path);

test('a new site of the site builder is live with its first page, and has an editor', async () => {
  const fqdn = own.fqdn('atelier');
  const fresh = await builderSite(own, 'my-shop');
  const { body: site } = await own.client.get<Site>(`/site/id/${fresh}`);
  assert.deepEqual([site.type, site.status], ['site_builder', 'ready']);
  const home = await visit(server, own.fqdn('my-shop'));
  assert.match(home.text, /<html lang="en">[^]*name="viewport"[^]*<title>Home<\/title>[^]*Welcome to My shop/);
  assert.match(home.text, /<nav class="sb-menu" data-menu="pages"><a href="index.html">Home<\/a><\/nav>/);
  const editor = await own.client.get(`/site/yola/${fqdn}/${own.partner.domain}`);
  assert.equal(new URL(String(editor.body['url'])).pathname, `/site-builder/edit/${siteId}`);
  const wrong = await own.client.get(`/site/yola/${fqdn}/elsewhere.example`);
  assert.deepEqual([wrong.status, wrong.body['code']], [403, 'TENANT_MISMATCH']);
});

test('a saved draft is published as pages with styles, menu, pictures and a page for what is missing', async () => {
  const picture = (await uploadPicture(own.client, siteId, PIXEL)).body['data'] as BuilderPicture;
  const html = `<header><nav data-menu="pages"></nav></header><img src="pictures/${picture.name}" alt="Sea">`;
  const revision = await saved(own.client, siteId, [
    page('Start', { html, css: 'p { color: #123456 }', description: 'A "small" <shop>' }),
    page('About'),
  ]);
  assert.doesNotMatch((await live()).text, /small/, 'a draft is not live');
  await published(own.client, siteId);
  const home = await live();
  assert.match(
    home.text,
    /<title>Start<\/title>\n<meta name="description" content="A &#34;small&#34; &#60;shop&#62;">/,
  );
  assert.match(home.text, /<nav data-menu="pages"><a href="index.html">Start<\/a><a href="about.html">About<\/a>/);
  assert.match((await live('/about')).text, /<p>About<\/p>/);
  assert.equal((await live('/index.css')).text, 'p { color: #123456 }');
  assert.deepEqual(
    [(await live(`/pictures/${picture.name}`)).headers['content-type'], (await live('/nowhere/else')).status],
    ['image/png', 404],
  );
  assert.match((await live('/nowhere/else')).text, /Page not found[^]*href="\/"/);
  const { body } = await own.client.get<BuilderPublication>(`/site/${siteId}/builder/publication`);
  assert.deepEqual([body.revision, body.published_revision, body.page_count], [revision, revision, 2]);

  await saved(own.client, siteId, [page('Only')]);
  await published(own.client, siteId);
  assert.deepEqual([(await live('/about')).status, (await live(`/pictures/${picture.name}`)).status], [404, 404]);
});

test('what runs or loads from elsewhere is not stored', async () => {
  const html = [
    '<script>alert(1)</script><p onclick="alert(2)" style="color:red">Text</p>',
    '<a href="javascript:alert(3)">Link</a><a href="https://example.com" target="_blank">Out</a>',
    '<img src="https://example.com/a.png"><img src="pictures/../x.png"><iframe src="https://example.com"></iframe>',
    '<form action="/"><input name="a"></form><svg onload="alert(4)"></svg><nav data-menu="a>b">Menu</nav>',
  ].join('');
  await saved(own.client, siteId, [page('Home', { slug: 'home', html })]);
  const [stored] = (await draftOf(own.client, siteId)).pages;
  assert.equal(
    stored?.html,
    '<p>Text</p><a>Link</a><a href="https://example.com" target="_blank" rel="noopener">Out</a><nav data-menu="a&gt;b">Menu</nav>',
  );
});

test('a draft that was saved somewhere else is a conflict, and neither version is lost', async () => {
  const { revision } = await draftOf(own.client, siteId);
  assert.equal((await save(own.client, siteId, revision, [page('First')])).status, 200);
  const late = await save(own.client, siteId, revision, [page('Second')]);
  assert.deepEqual([late.status, late.body['code' as never]], [409, 'CONFLICT']);
  assert.equal((await draftOf(own.client, siteId)).pages[0]?.title, 'First');
  const publish = await own.client.post(`/site/${siteId}/builder/publish`, { revision });
  assert.deepEqual([publish.status, publish.body['code']], [409, 'CONFLICT']);
  assert.equal((await save(own.client, siteId, revision + 1, [page('Second')])).status, 200);
});

test('two saves at once: one is stored, the other is a conflict', async () => {
  const { revision } = await draftOf(own.client, siteId);
  const answers = await Promise.all(['A', 'B'].map((title) => save(own.client, siteId, revision, [page(title)])));
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409]);
});

test('limits of pages, addresses and sizes', async () => {
  const { revision } = await draftOf(own.client, siteId);
  const refused = async (pages: Parameters<typeof save>[3]) => {
    const { status, text } = await save(own.client, siteId, revision, pages);
    return [status, (JSON.parse(text) as { message: string }).message];
  };
  const many = Array.from({ length: BUILDER_PAGES_MAX + 1 }, (_, i) => page(`Page${i}`));
  assert.deepEqual(await refused(many), [422, 'A site can have 50 pages.']);
  assert.deepEqual(await refused([]), [422, 'A site needs at least one page.']);
  assert.deepEqual(await refused([page('Same'), page('Same')]), [
    422,
    'Two pages have the same address. Change one of them.',
  ]);
  assert.deepEqual(await refused([page('x', { slug: 'index' })]), [
    422,
    'This address is reserved. Choose another one.',
  ]);
  assert.equal((await refused([page('x', { slug: '../x' })]))[0], 422);
  assert.equal((await refused([page('x', { html: 'x'.repeat(300_001) })]))[0], 422);
  assert.deepEqual(await refused([page('x', { html: '<x>'.repeat(40_001) })]), [
    422,
    'This page has too many elements. Move a part of it to another page.',
  ]);
  const menus = page('Menus', { html: '<nav data-menu="pages"></nav>'.repeat(9000) });
  const others = Array.from({ length: 5 }, (_, i) => page(`Page${i}`));
  const [status, message] = await refused([...others, menus]);
  assert.equal(status, 422);
  assert.match(String(message), /^The page "Menus" would have [\d.]+ MB, because 9000 menus on it/);
  const large = Array.from({ length: 8 }, (_, i) => page(`Page${i}`, { html: 'x'.repeat(290_000) }));
  assert.equal((await refused(large))[0], 413);
});

test('a picture is accepted by its content, is one entry however often it comes, and stays while a page shows it', async () => {
  const first = (await uploadPicture(own.client, siteId, PIXEL, 'sea.png')).body['data'] as BuilderPicture;
  const again = (await uploadPicture(own.client, siteId, PIXEL, 'other.jpg')).body['data'] as BuilderPicture;
  assert.equal(again.name, first.name);
  const refused = async (content: string) =>
    (await uploadPicture(own.client, siteId, Buffer.from(content), 'a.png')).body['message'];
  assert.equal(
    await refused('<?php echo 1; // a picture, says its name'),
    'Choose a PNG, JPEG, GIF, WebP or SVG file.',
  );
  assert.match(String(await refused('<svg xmlns="a"><script>alert(1)</script></svg>')), /contains a script/);
  const served = await fileOf(own.client, siteId, `pictures/${first.name}`);
  assert.equal(served.headers['content-type'], 'image/png');
  assert.match(String(served.headers['content-security-policy']), /default-src 'none'.*sandbox/);

  await saved(own.client, siteId, [page('Shown', { html: `<img src="pictures/${first.name}" alt="">` })]);
  const remove = () => own.client.delete(`/site/${siteId}/builder/pictures/${first.name}`);
  const used = await remove();
  assert.deepEqual([used.status, used.body['code']], [409, 'PICTURE_IN_USE']);
  await saved(own.client, siteId, [page('Hidden')]);
  assert.equal((await remove()).status, 200);
  assert.equal((await own.client.get<BuilderPicture[]>(`/site/${siteId}/builder/pictures`)).body.length, 0);
  assert.equal((await fileOf(own.client, siteId, `pictures/${first.name}`)).status, 404);
});

test('of several uploads at once, none exceeds the limit of pictures', async () => {
  const site = await builderSite(own, 'gallery');
  const of = (i: number) => ({ siteId: site, name: `${String(i).padStart(32, '0')}.png`, title: 'One', bytes: 1 });
  await server.db
    .insert(builderPicture)
    .values(Array.from({ length: BUILDER_PICTURES_MAX - 1 }, (_, i) => ({ ...of(i), type: 'image/png' })));
  const shape = (i: number) => Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg"><title>${i}</title></svg>`);
  const answers = await Promise.all([1, 2, 3, 4].map((i) => uploadPicture(own.client, site, shape(i), 'shape.svg')));
  assert.deepEqual(answers.map(({ status, body }) => (status === 200 ? 200 : body['code'])).toSorted(), [
    200,
    'PICTURE_LIMIT',
    'PICTURE_LIMIT',
    'PICTURE_LIMIT',
  ]);
  const { body } = await own.client.get<BuilderPicture[]>(`/site/${site}/builder/pictures`);
  assert.equal(body.length, BUILDER_PICTURES_MAX);
});

test('canvas and preview run no script: their own policy has none, and the preview is sandboxed', async () => {
  await saved(own.client, siteId, [page('Preview')]);
  const canvas = await fileOf(own.client, siteId, '_canvas.html');
  const preview = await fileOf(own.client, siteId, 'index.html');
  for (const { status, headers } of [canvas, preview]) {
    assert.equal(status, 200);
    const policy = String(headers['content-security-policy']);
    assert.match(policy, /default-src 'none'/);
    assert.doesNotMatch(policy, /script-src|allow-scripts/);
  }
  assert.match(String(preview.headers['content-security-policy']), /sandbox allow-same-origin/);
  assert.match(preview.text, /<p>Preview<\/p>/);
});

test('another customer’s site is not found, whatever is asked', async () => {
  const neighbour = await server.as(own.partner, await server.scenario.customer(own.partner));
  const { name } = (await uploadPicture(own.client, siteId, PIXEL)).body['data'] as BuilderPicture;
  const answers = await Promise.all([
    neighbour.get(`/site/yola/${own.fqdn('atelier')}/${own.partner.domain}`),
    neighbour.get(`/site/${siteId}/builder`),
    neighbour.get(`/site/${siteId}/builder/publication`),
    save(neighbour, siteId, 1, [page('Mine')]),
    neighbour.post(`/site/${siteId}/builder/publish`, { revision: 1 }),
    neighbour.get(`/site/${siteId}/builder/pictures`),
    uploadPicture(neighbour, siteId, PIXEL),
    neighbour.delete(`/site/${siteId}/builder/pictures/${name}`),
    fileOf(neighbour, siteId, '_canvas.html'),
    fileOf(neighbour, siteId, 'index.html'),
    fileOf(neighbour, siteId, `pictures/${name}`),
  ]);
  assert.deepEqual(
    answers.map(({ status }) => status),
    answers.map(() => 404),
  );
});

test('while a task changes the site, publishing answers with that task', async () => {
  const { revision } = await draftOf(own.client, siteId);
  const publish = () => own.client.post(`/site/${siteId}/builder/publish`, { revision });
  const [first, second] = await Promise.all([publish(), publish()]);
  const [started, refused] = first.status === 200 ? [first, second] : [second, first];
  assert.deepEqual([started.status, refused.status, refused.body['code']], [200, 409, 'TASK_RUNNING']);
  assert.equal(refused.body['task_id'], started.body['task_id']);
});
