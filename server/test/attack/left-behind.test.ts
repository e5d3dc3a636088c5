import assert from 'node:assert/strict';
import { access, rm } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { siteFolder } from '../../src/hosting/local/site-folder.ts';
import { until } from '../hosting/hosting-support.ts';
import { ATTACK_FACTOR, onEveryRuntime, RUNTIMES } from './attack-support.ts';

const QUIET = { headers: { accept: '*/*' } };
/** The plan applies from the next start of a site; the setup takes longer than a request may here. */
const limits = { requestSeconds: 60 };
const WHOLE = "header('Content-Length: 2'); echo 'ok'; flush();";
/** PHP may keep so short a response in a buffer of its own until more follows. */
const FLUSHED = `${WHOLE} while (ob_get_level()) { ob_end_flush(); } flush();`;
const EXISTS = [() => true, () => false] as const;

/** Other visitors keep the site in use, so that no pause reveals the loop. */
onEveryRuntime(
  'an endless loop whose visitor has left',
  (target) => {
    for (const [title, begins, whole, does] of [
      ['before a response', '', false, "echo ' ';"],
      ['with a whole response', WHOLE, true, "echo ' ';"],
      ['in the middle of a response', "echo str_repeat('x', 8192); flush();", false, "echo ' ';"],
      // Only in the long run, because each case takes seconds.
      ...(ATTACK_FACTOR > 1 ? [['with a whole response, while it waits', FLUSHED, true, 'usleep(100);'] as const] : []),
    ] as const) {
      test(`${title} is ended within the time of a request, although others visit the site`, async () => {
        const { host, hostile, run, plant, bench, runtime } = target();
        const tokenNow = () => host.driver.endpoint(hostile.siteId)?.token;
        limits.requestSeconds = 3;
        await host.driver.stop(hostile.siteId);
        const before = (await host.driver.start(hostile.siteId)).token;
        const sign = path.join(siteFolder(host.config.dataDir, hostile.siteId).publicDir, 'started');
        await rm(sign, { force: true });
        const visitor = new AbortController();
        const attack = run(
          `ignore_user_abort(true); set_time_limit(0); ${begins} file_put_contents('started', 'x'); while (true) { ${does} }`,
          { ...QUIET, signal: visitor.signal },
        ).catch(() => null);
        await until('it runs', () => access(sign).then(...EXISTS));
        // While PHP computes, php-wasm sends nothing.
        if (whole && !(runtime === 'wasm' && does.startsWith('echo'))) assert.equal((await attack)?.body, 'ok');
        visitor.abort();
        await attack;

        const page = await plant("echo 'still here';");
        let served = 0;
        let busy = true;
        const visits = Promise.all(
          [1, 2].map(async () => {
            while (busy) {
              const signal = AbortSignal.timeout(2_000);
              const answer = await bench
                .ask(`${hostile.fqdn}:8099`, { ...QUIET, path: page, signal })
                .catch(() => null);
              if (answer?.body === 'still here' && tokenNow() === before) served += 1;
              await wait(1);
            }
          }),
        );
        await until('its process has ended', () => tokenNow() !== before);
        busy = false;
        await visits;
        if (host.runtime.php.kind === 'native') assert.ok(served > 0, 'others were served meanwhile');
        assert.equal((await run("echo 'still here';", QUIET)).body, 'still here');
      });
    }
  },
  // On php-wasm each case takes as long as a restart of the site, so only the long run includes them.
  { only: ATTACK_FACTOR > 1 ? RUNTIMES : ['native', 'native-off'], limits },
);
