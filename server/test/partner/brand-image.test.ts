import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { BRAND_IMAGE_MAX_BYTES, type Branding } from '@panel/contract';
import { sweepExpired } from '../../src/start/sweeps.ts';
import { checkImage } from '../../src/uploads/readers/image-check.ts';
import { base64, brandOf, good, openPartners, SVG, type Partners } from './partner-support.ts';

let on: Partners;
before(async () => void (on = await openPartners()));
after(() => on.panel.close());

const hex = (text: string) => Buffer.from(text.replaceAll(' ', ''), 'hex');
/** One pixel each. */
const PNG = hex(
  '89504e470d0a1a0a 0000000d49484452 00000001 00000001 0806000000 1f15c489 0000000d49444154 789c6360000002000001 e221bc33 0000000049454e44 ae426082',
);
const WEBP = hex(
  '52494646 24000000 57454250 56503820 18000000 3001009d012a 0100 0100 0200342500a4000370 00fefb94000000',
);
const ICO = Buffer.concat([
  hex('000001000100 01010000 0100 2000'),
  hex(`${PNG.length.toString(16).padStart(2, '0')}000000 16000000`),
  PNG,
]);

const kindOf = (bytes: Buffer, image: 'logo' | 'favicon' = 'logo') => {
  const checked = checkImage(bytes, image);
  return 'kind' in checked ? checked.kind.ending : checked.refused;
};

test('an image’s type comes from its bytes', () => {
  assert.deepEqual(
    [PNG, WEBP, Buffer.from(SVG)].map((bytes) => kindOf(bytes)),
    ['png', 'webp', 'svg'],
  );
  assert.equal(kindOf(ICO, 'favicon'), 'ico');
  assert.match(kindOf(ICO), /only be the favicon/);
  assert.equal(kindOf(Buffer.from(`<?xml version="1.0"?><!-- by hand -->\n${SVG}`)), 'svg');
  const huge = Buffer.from(PNG);
  huge.writeUInt32BE(100_000, 16);
  assert.match(kindOf(huge), /at most 4096 pixels/);
  for (const bytes of [
    Buffer.alloc(0),
    Buffer.from('GIF89a'),
    PNG.subarray(0, 20),
    ICO.subarray(0, 30),
    Buffer.from('<html><body></body></html>'),
    hex('ffd8ffe000104a464946'),
  ]) {
    assert.match(kindOf(bytes, 'favicon'), /or WebP file\.|not a complete SVG/);
  }
  assert.match(kindOf(Buffer.concat([PNG, Buffer.alloc(BRAND_IMAGE_MAX_BYTES)])), /larger than 256 KB/);
});

const svg = (inside: string, attributes = '') =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" ${attributes}>${inside}</svg>`,
  );
const HARMLESS = [
  '<defs><linearGradient id="a"><stop offset="0" stop-color="#fff"/></linearGradient></defs><rect fill="url(#a)"/>',
  '<style>.a{fill:#123456}</style><use href="#x"/><use xlink:href=\'#x\'/>',
  '<image href="data:image/png;base64,AAAA"/><text font-weight="700">on sale</text>',
];
const HARMFUL = [
  '<script>alert(1)</script>',
  '<SCRIPT href="#a"/>',
  '<svg:script xmlns:svg="http://www.w3.org/2000/svg">1</svg:script>',
  '<foreignObject><b/></foreignObject>',
  '<rect onload="alert(1)"/>',
  '<rect\nonclick = "x"/>',
  '<a href="#b"><rect/></a>',
  '<animate attributeName="href" to="javascript:1"/>',
  '<set attributeName="x"/>',
  '<image href="https://evil.example/p.png"/>',
  '<image xlink:href="//evil.example/p.png"/>',
  '<use href="&#104;ttps://evil.example#x"/>',
  '<image href="data:image/svg+xml;base64,AAAA"/>',
  '<use href=file.svg />',
  '<rect fill="url(https://evil.example/#a)"/>',
  '<style>@import "//evil.example/a.css";</style>',
  '<style>rect{fill:u\\72l(//evil.example)}</style>',
  '<iframe src="#"/>',
  '<rect style="fill:u\\72l(x)"/>',
];
test('an SVG that runs or loads something is rejected, a drawing is accepted', () => {
  for (const inside of HARMLESS) assert.equal(kindOf(svg(inside)), 'svg', inside);
  for (const inside of HARMFUL) assert.match(kindOf(svg(inside)), /^The (?:SVG|SVG’s styles) /, inside);
  assert.match(kindOf(svg('', 'onload="alert(1)"')), /event handler/);
  assert.match(kindOf(Buffer.from(`<!DOCTYPE svg [<!ENTITY x "y">]>${SVG}`)), /not a complete SVG|declares/);
  assert.match(kindOf(Buffer.from(`${SVG}<script>alert(1)</script>`)), /not a complete SVG/);
});

const upload = (browser: Partners['alex'], image: string, content: string | Uint8Array) =>
  browser.post('/partner/branding/images', { image, data: base64(content) });

test('an uploaded image becomes the logo, and is served without any rights', async () => {
  const { address } = await good<{ address: string }>(upload(on.alex, 'logo', SVG));
  const { version } = await good<Branding>(on.alex.get('/partner/branding'));
  await good(on.alex.write('PUT', '/partner/branding', { base: version, attributes: {}, images: { logo: address } }));
  assert.equal((await brandOf(on.visitor)).logo, address);
  const served = await on.picture(address);
  assert.deepEqual([served.status, served.text, served.headers.get('content-type')], [200, SVG, 'image/svg+xml']);
  assert.match(served.headers.get('content-security-policy') ?? '', /default-src 'none'.*sandbox/);
  assert.equal(served.headers.get('x-content-type-options'), 'nosniff');
  assert.equal((await on.picture(address, on.other)).status, 404, 'on the host of another partner there is nothing');
  assert.equal((await on.picture('/brand-images/..%2f..%2fetc%2fpasswd')).status, 404);

  const foreign = await on.stranger.write('PUT', '/partner/branding', {
    base: 0,
    attributes: {},
    images: { logo: address },
  });
  assert.deepEqual(foreign.body['fields'], { 'images.logo': 'This image no longer exists. Upload it again.' });
  const elsewhere = await on.alex.write('PUT', '/partner/branding', {
    base: version + 1,
    attributes: {},
    images: { logo: 'https://evil.example/x.png' },
  });
  assert.equal(elsewhere.body['code'], 'VALIDATION');
});

test('a rejected image is not stored; customers and visitors cannot upload', async () => {
  const refused = await upload(on.alex, 'logo', '<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>');
  assert.deepEqual([refused.status, Object.keys(refused.body['fields'] as object)], [422, ['data']]);
  assert.equal((await upload(on.customer, 'logo', SVG)).body['code'], 'FORBIDDEN');
  assert.equal((await upload(on.visitor, 'logo', SVG)).body['code'], 'UNAUTHENTICATED');
  assert.equal((await upload(on.alex, 'banner', SVG)).body['code'], 'VALIDATION');
  assert.equal(
    (await on.alex.post('/partner/branding/images', { image: 'logo', data: 'not base64!' })).body['code'],
    'VALIDATION',
  );
  assert.equal((await upload(on.alex, 'logo', 'x'.repeat(2 * 1024 * 1024))).body['code'], 'TOO_LARGE');
});

test('after a day images that no version uses are removed, the others stay', async () => {
  const { address } = await good<{ address: string }>(upload(on.alex, 'logo', SVG.replace('#123', '#456')));
  const { logo } = await brandOf(on.visitor);
  on.panel.clock.offsetMs = 25 * 3_600_000;
  await sweepExpired(on.panel.ctx);
  on.panel.clock.offsetMs = 0;
  assert.equal((await on.picture(address)).status, 404);
  assert.equal((await on.picture(logo)).status, 200);
});
