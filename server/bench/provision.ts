/**
 * How long a customer waits: from `POST /site` to the first 200 of the new WordPress through the edge, on each PHP of
 * this machine. Exits with 1 when a median is above its limit. `node server/bench/provision.ts [rounds]`.
 */
import { createLocalDriver, HostingError, hostingConfigFromEnv, prepareRuntime } from '../src/hosting/index.ts';
import type { HostingDriver } from '../src/hosting/index.ts';
import { Client, startTestServer, until } from '../src/testing/index.ts';

const LIMIT_SECONDS = { native: 8, wasm: 20 } as const;
const TITLE = 'Provisioned just now';

type Runtime = keyof typeof LIMIT_SECONDS;

async function driver(php: Runtime, dataDir: string): Promise<HostingDriver> {
  const config = { ...hostingConfigFromEnv(process.env, dataDir), php };
  return createLocalDriver({ config, runtime: await prepareRuntime(config) });
}

/** Seconds of each round, measured as a customer would: POST, then polling the new host. */
async function measure(php: Runtime, rounds: number): Promise<number[]> {
  const server = await startTestServer({ hosting: (dataDir) => driver(php, dataDir) });
  try {
    const partner = await server.scenario.partner();
    const client = await server.as(partner, await server.scenario.customer(partner));
    const seconds: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const fqdn = `round${round}.${partner.sitesDomain}`;
      const wp_info = {
        title: TITLE,
        admin_user: 'owner',
        admin_email: 'owner@example.com',
        admin_password: 'correct horse battery',
      };
      const began = performance.now();
      const started = await client.post('/site', { fqdn, type: 'wordpress', wp_info });
      if (started.status !== 200) throw new Error(`POST /site: ${started.status} ${started.text}`);
      await until(
        `the first 200 of ${fqdn}`,
        async () => {
          const page = await new Client(server.port, fqdn).get('/', { accept: 'text/html' });
          return page.status === 200 && page.text.includes(`<title>${TITLE}</title>`);
        },
        120_000,
      );
      seconds.push((performance.now() - began) / 1_000);
    }
    return seconds;
  } finally {
    await server.stop();
  }
}

function median(values: number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

const rounds = Number(process.argv[2] ?? 3);
let slow = false;
for (const php of ['native', 'wasm'] as const) {
  try {
    const seconds = await measure(php, rounds);
    const middle = median(seconds);
    slow ||= !(middle <= LIMIT_SECONDS[php]);
    const listed = seconds.map((value) => value.toFixed(1)).join(', ');
    console.log(
      `${php}: median ${middle.toFixed(1)} s of ${rounds} (${listed}), limit ${LIMIT_SECONDS[php]} s: ${middle <= LIMIT_SECONDS[php] ? 'met' : 'MISSED'}`,
    );
  } catch (error) {
    if (!(error instanceof HostingError && error.code === 'RUNTIME_MISSING')) throw error;
    console.log(`${php}: not measured, ${error.message}`);
  }
}
process.exit(slow ? 1 : 0);
