import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { after, before, test } from 'node:test';
import { runDueJobs } from '../../src/hosting/local/cron.ts';
import { listen } from '../edge/edge-support.ts';

const asked: string[] = [];
const server = createServer((req, res) => {
  asked.push(`${req.headers.host} ${req.url}`);
  res.end();
});
let port = 0;
before(async () => void (port = await listen(server)));
after(() => server.close());

test('scheduled jobs of running sites run, except those of staging sites', async () => {
  const lines: string[] = [];
  await runDueJobs({
    running: () => ['live', 'staging'],
    isScheduled: async (siteId) => siteId === 'live',
    endpoint: () => ({ host: '127.0.0.1', port }),
    jobs: async (siteId) => ({ url: `http://${siteId}.example.test`, target: '/wp-cron.php?doing_wp_cron' }),
    lease: () => () => undefined,
    log: (line) => void lines.push(line),
  });
  assert.deepEqual(asked, ['live.example.test /wp-cron.php?doing_wp_cron']);
  assert.deepEqual(lines, []);
});

test('a site of which it cannot be read whether its jobs run does not keep the others from theirs', async () => {
  const lines: string[] = [];
  asked.length = 0;
  await runDueJobs({
    running: () => ['unread', 'live'],
    isScheduled: async (siteId) => {
      if (siteId === 'unread') throw new Error('canceling statement due to statement timeout');
      return true;
    },
    endpoint: () => ({ host: '127.0.0.1', port }),
    jobs: async (siteId) => ({ url: `http://${siteId}.example.test`, target: '/wp-cron.php?doing_wp_cron' }),
    lease: () => () => undefined,
    log: (line) => void lines.push(line),
  });
  assert.deepEqual(asked, ['live.example.test /wp-cron.php?doing_wp_cron']);
  assert.equal(lines.length, 1);
  assert.match(lines[0] ?? '', /^the scheduled jobs of unread did not run/);
});
