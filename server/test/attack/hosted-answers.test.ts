import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { PassThrough } from 'node:stream';
import { describe, test } from 'node:test';
import { runInThisContext } from 'node:vm';
import { crc32 } from 'node:zlib';
import { runAgent } from '../../src/hosting/agent/agent-process.ts';
import { checkedPicture } from '../../src/hosting/browser/check-picture.ts';
import type { Config } from '../../src/config/config.ts';
import { HostingError } from '../../src/hosting/hosting-error.ts';
import { PanelError } from '../../src/kernel/errors.ts';
import { createUserApi } from '../../src/modules/github-app/user-api.ts';
import { parseJson } from '../../src/lib/parse-json.ts';
import { ANSWERS } from '../../src/hosting/agent/protocol.ts';
import { openMessageChannel } from '../../src/hosting/wasm/message-channel.ts';
import { MESSAGE_BOUNDS } from '../../src/hosting/wasm/wasm-protocol.ts';
import { hostOnly } from '../../src/edge/proxy-headers.ts';
import { databaseDigest } from '../../src/modules/change-plan/database-digest.ts';
import { headerField } from '../../src/uploads/readers/extension-header.ts';
import { readInventory } from '../../src/modules/extension/inventory.ts';
import { wpExtensions } from '../../src/modules/extension/wp-extension.ts';
import { pageAddresses } from '../../src/modules/migration/compare-pages.ts';
import { titleOf } from '../../src/modules/site/ask-page.ts';
import { adminLoginUrl } from '../../src/modules/site-tool/admin-login.ts';
import { countReplacements } from '../../src/modules/site-tool/search-replace.ts';
import { clearCaches, cronEvents } from '../../src/modules/site-tool/wordpress-tools.ts';
import { harmless, siteThatPrints, WORST, writes } from './hosted-answers-support.ts';
import { NEVER_MS } from '../../src/testing/index.ts';

const never = new AbortController().signal;
const answers = (json: string): string => writes(`'noise\\n\\npanel-answer:' + ${json} + '\\nmore noise'`);

/** Each reader of what a WordPress prints, and an answer with a hole for what is worst. */
const READERS: Readonly<
  Record<string, { read: (program: string) => Promise<unknown>; answer: (hole: string) => string }>
> = {
  'plugins and themes': {
    read: (program) => readInventory(siteThatPrints(program), 'one'),
    answer: (hole) => `'{"plugin":' + ${hole} + ',"theme":[],"others":0}'`,
  },
  'scheduled events': {
    read: (program) => cronEvents(siteThatPrints(program), 'one'),
    answer: (hole) => `'{"events":' + ${hole} + ',"others":0}'`,
  },
  'tables of search and replace': {
    read: (program) => countReplacements(siteThatPrints(program), 'one', { search: 'a', replace: 'b' }),
    answer: (hole) => `'{"refused":false,"tables":' + ${hole} + ',"others":0}'`,
  },
  'pages of a copy': {
    read: (program) => pageAddresses(siteThatPrints(program), 'one', { signal: never, note: () => undefined }),
    answer: (hole) => `'{"paths":' + ${hole} + ',"total":1,"unknown":[]}'`,
  },
  'digest of a database': {
    read: (program) => databaseDigest(siteThatPrints(program), 'one', never),
    answer: (hole) => hole,
  },
  'token of a login': {
    read: (program) => adminLoginUrl(siteThatPrints(program), { id: 'one', url: 'http://one.test', adminUser: 'a' }),
    answer: (hole) => hole,
  },
  'what a cleared cache had': {
    read: (program) => clearCaches(siteThatPrints(program), 'one', never),
    answer: (hole) => `'{"transients":' + ${hole} + ',"files":0}'`,
  },
};

describe('what a WordPress prints', () => {
  for (const [name, { read, answer }] of Object.entries(READERS))
    test(`${name}: the worst answers are refused`, async () => {
      for (const [what, hole] of Object.entries(WORST)) {
        const outcome = await harmless(`${name}, ${what}`, () => read(answers(answer(hole))));
        assert.ok('error' in outcome && outcome.error instanceof HostingError, `${name}, ${what}`);
      }
    });

  test('an answer between noise, without line breaks or with millions, is found or refused', async () => {
    const digest = (program: string) => databaseDigest(siteThatPrints(program), 'one', never);
    const valid = `'\\npanel-answer:"${'a'.repeat(32)}"\\n'`;
    const cases: [string, string, boolean][] = [
      ['before 6 MB', `'x'.repeat(6e6) + ${valid}`, true],
      ['after 6 MB of marks', `'\\npanel-answer:'.repeat(400_000) + ${valid}`, true],
      ['before 60 KB', `${valid} + 'x'.repeat(60_000)`, true],
      ['before 400 KB', `${valid} + 'x'.repeat(400_000)`, false],
      ['among line breaks', `'\\n'.repeat(6e6) + ${valid}`, true],
      ['12 MB', `'x'.repeat(12e6) + ${valid}`, false],
      ['nothing', `''`, false],
    ];
    for (const [what, expression, isFound] of cases) {
      const outcome = await harmless(what, () => digest(writes(expression)));
      assert.equal('value' in outcome, isFound, what);
    }
  });

  test('output that drips byte by byte ends with the deadline', async () => {
    const drip = 'setInterval(() => process.stdout.write("x"), 1)';
    const signal = AbortSignal.timeout(1500);
    const outcome = await harmless('drip', () => databaseDigest(siteThatPrints(drip), 'one', signal));
    assert.ok('error' in outcome && outcome.error instanceof HostingError);
  });

  test('the reason of a failed command is short and plain, whatever it printed', async () => {
    const line = 'Error: it \\u202e\\u0007failed';
    for (const noise of [`'\\n'.repeat(3e6)`, `'Error '.repeat(1e6)`, `'\\u0007'.repeat(3e6)`]) {
      const program = `${writes(`${noise} + '\\n${line}\\n'`)}; process.exit(1)`;
      const outcome = await harmless(noise, () =>
        wpExtensions(siteThatPrints(program), 'one', 'plugin').activate('shop'),
      );
      assert.ok('error' in outcome && outcome.error instanceof HostingError);
      assert.match(outcome.error.message, /Error: it {2}failed$/);
    }
  });

  test('names lose what would hide or turn the text beside them', async () => {
    const item = JSON.stringify({ slug: 'shop', name: 'Safe\u202Eevil\u0007\u2028', version: '1', active: true });
    const program = answers(`'{"plugin":[' + ${JSON.stringify(item)} + '],"theme":[],"others":3}'`);
    const { plugin, others } = await readInventory(siteThatPrints(program), 'one');
    assert.deepEqual([plugin[0]?.name, others], ['Safe evil', 3]);
  });
});

describe('what a site agent answers', () => {
  const question = { live: '/', work: null, questions: [{ operation: 'folders' as const, input: {} }] };
  const ask = (program: string, deadlineMs = NEVER_MS) =>
    runAgent({ file: process.execPath, args: ['-e', program], env: {} }, question, {}, { deadlineMs });

  test('the worst answers become a reason', async () => {
    for (const [what, hole] of Object.entries(WORST)) {
      const outcome = await harmless(what, () => ask(writes(`'{"ok":true,"value":' + ${hole} + '}\\n'`, 3)));
      const [reply] = 'value' in outcome ? outcome.value : [];
      // A short text is a valid answer here; the schema of its operation decides.
      const parsed = reply?.ok ? parseJson(ANSWERS.folders, JSON.stringify(reply.value)) : null;
      assert.equal(parsed, null, what);
    }
    await harmless('line breaks', () => ask(writes(`'\\n'.repeat(1e6)`, 3)));
  });

  test('an answer that drips ends with the deadline', async () => {
    const outcome = await harmless('drip', () => ask('setInterval(() => fs.writeSync(3, "["), 1)', 1500));
    assert.ok('value' in outcome && outcome.value[0]?.ok === false);
  });
});

test('the worst messages of a worker end its channel', async () => {
  for (const [what, hole] of Object.entries(WORST)) {
    const text = Buffer.from(`{"type":"result","id":${String(runInThisContext(hole))}}\n`);
    const heard: unknown[] = [];
    const stream = new PassThrough();
    const ended = new Promise<void>((resolve) => {
      openMessageChannel(stream, MESSAGE_BOUNDS, {
        message: (value) => (heard.push(value), resolve()),
        ended: resolve,
      });
    });
    await harmless(what, async () => {
      for (let at = 0; at < text.length; at += 65_536) {
        stream.write(text.subarray(at, at + 65_536));
        await new Promise((resolve) => setImmediate(resolve));
      }
      await ended;
    });
    if (!what.startsWith('a text') && what !== '40,000 escapes') assert.deepEqual(heard, [], what);
  }
});

describe('what a site answers over HTTP', () => {
  test('cookies: the work grows with the length', async () => {
    for (const cookie of [
      `a=b; domain=${' '.repeat(60_000)}""x`,
      `a=b; domain=${'"'.repeat(60_000)}x`,
      `a=b; domain=${'.'.repeat(60_000)}`,
      `a=b${'; domain'.repeat(8_000)}`,
      `a=b${';'.repeat(60_000)}`,
      `a=b; ${'='.repeat(60_000)}`,
    ])
      await harmless(cookie.slice(0, 20), () => hostOnly(cookie, 'one.test'));
  });

  test('titles: the work grows with the length', async () => {
    for (const html of ['<title'.repeat(85_000), `<title>${' '.repeat(500_000)}`, '<title >'.repeat(60_000)])
      await harmless(html.slice(0, 10), () => titleOf(html));
    assert.equal(titleOf('<head><TITLE lang="en">One\n\u202E two</title>'), 'One two');
  });
});

test('headers of 20,000 plugin files are read in one pass', async () => {
  const starts = [
    `Plugin Name:${' '.repeat(8_100)}<b>`,
    `${' '.repeat(8_000)}Plugin Name: x`,
    `Plugin Name:${'<'.repeat(8_000)}`,
    `Plugin Name:${'*'.repeat(8_000)}`,
    'Plugin Name:'.repeat(600),
    '\n'.repeat(8_000),
    '/*#@ '.repeat(1_600),
  ];
  for (const text of starts) {
    // 200 files between two turns of the loop.
    await harmless(text.slice(0, 20), () => {
      for (let n = 0; n < 200; n += 1) headerField(text, 'Plugin Name');
    });
  }
  assert.equal(headerField('<?php\n/*\n * Plugin Name:  A <b>shop</b>\u202E */', 'Plugin Name'), 'A shop');
  assert.equal(headerField('<?php // plugin name: B ?>', 'Plugin Name'), 'B');
});

test('a picture of half a million parts is none', async () => {
  const part = Buffer.alloc(12);
  part.writeUInt32BE(crc32(part.subarray(0, 4)), 8);
  const bytes = Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), ...Array.from({ length: 500_000 }, () => part)]);
  const outcome = await harmless('parts', () => checkedPicture(bytes, { width: 640, height: 400 }));
  assert.deepEqual(outcome, { value: null });
});

test('lists of repositories that GitHub answers are refused by their length', async (t) => {
  let body = '';
  const github = createServer((_req, res) => void res.end(body)).listen(0, '127.0.0.1');
  await once(github, 'listening');
  t.after(() => github.close());
  const address = `http://127.0.0.1:${(github.address() as AddressInfo).port}`;
  const config = { githubApiUrl: address, githubUrl: address } as Config;
  const worst = { ...WORST, '29,000 empty objects': `'[' + '{},'.repeat(28_999) + '{}]'` };
  for (const [what, hole] of Object.entries(worst)) {
    const json = String(runInThisContext(hole));
    body = `{"total_count":1,"repositories":${json},"installations":${json}}`;
    const api = createUserApi({ config }, 'token');
    for (const ask of [() => api.repos(1, ''), () => api.installations()]) {
      const outcome = await harmless<unknown>(what, ask);
      assert.ok('error' in outcome && outcome.error instanceof PanelError, what);
      assert.equal(outcome.error.code, 'GITHUB_UNAVAILABLE');
    }
  }
});
