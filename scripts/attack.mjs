import { parseArgs } from 'node:util';
import { bootstrap } from './bootstrap.mjs';
import { NODE_24, ROOT, environment } from './lib/paths.mjs';
import { endWithSignals, run } from './lib/processes.mjs';
import { testFiles } from './lib/stages.mjs';
import { runNodeTests } from './lib/test-runners.mjs';
import { createProgress } from './lib/terminal.mjs';

const HELP = `Attacks the panel from inside of a hosted site, longer than npm test does: first the attack suite on every runtime, then
what others notice of each attack (server/bench/hostile). All of it stays on this machine.

  npm run attack                          30 s for each attack that lasts a while, 10 times as many of the counted ones
  npm run attack -- --seconds 60 --factor 100
  npm run attack -- server/test/attack/egress.test.ts
`;

const { values, positionals } = parseArgs({
  options: {
    seconds: { type: 'string', default: '30' },
    factor: { type: 'string', default: '10' },
    help: { type: 'boolean', short: 'h' },
  },
  allowPositionals: true,
});
if (values.help) {
  process.stdout.write(HELP);
  process.exit();
}
endWithSignals({ code: () => 130, onFirst: () => undefined });
await bootstrap(createProgress());
const env = { ATTACK_SECONDS: values.seconds, ATTACK_FACTOR: values.factor };
const print = (line) => process.stdout.write(`${line}\n`);
const files = positionals.length > 0 ? positionals : testFiles('server/test/attack');
const { passed, failed, skipped } = await runNodeTests(files, {
  env,
  concurrency: 1,
  timeoutMs: 4 * 3_600_000,
  testTimeoutMs: 3_600_000,
  onLine: print,
});
const bench =
  positionals.length > 0
    ? { code: 0 }
    : await run(NODE_24, ['--disable-warning=ExperimentalWarning', 'server/bench/hostile/run.ts'], {
        cwd: ROOT,
        env: environment(env),
        onLine: print,
      });
print(`\n${passed} passed, ${failed} failed, ${skipped} skipped`);
process.exit(failed > 0 || bench.code !== 0 ? 1 : 0);
