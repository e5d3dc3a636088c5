/**
 * How long a customer waits for a certificate: from the request to the first handshake that shows one of Pebble (Debian's
 * `pebble`) for the site. Each site is new. Exits with 1 when the median is above 3 s.
 * `node server/bench/certificate.ts [sites]`.
 */
import { startTestServer, until } from '../src/testing/index.ts';
import { noPebble, preparePebble } from '../test/tls/pebble-process.ts';
import { certificateAt } from '../test/tls/tls-support.ts';

const LIMIT_MS = 3_000;
const sites = Number(process.argv[2] ?? 12);

async function measure(): Promise<number[]> {
  const pebble = await preparePebble();
  const env = { ...pebble.env, HTTPS_PORT: '0', DNS_PORT: '0', SITE_ADDRESSES: '127.0.0.1', ACME_WILDCARD: 'off' };
  const server = await startTestServer({ env });
  try {
    await pebble.start({ port: server.port, dnsPort: server.dnsPort ?? 0 });
    const ca = await pebble.root();
    const partner = await server.scenario.partner();
    const customer = await server.scenario.customer(partner);
    const client = await server.as(partner, customer);
    const times: number[] = [];
    // One more than is counted: the first order also makes the account.
    for (let round = 0; round <= sites; round += 1) {
      const { id, fqdn } = await server.scenario.site(partner, customer, { name: `round-${round}` });
      const began = performance.now();
      const started = await client.post(`/site/${id}/ssl`);
      if (started.status !== 200) throw new Error(`POST /site/${id}/ssl: ${started.status} ${started.text}`);
      await until(`the certificate of ${fqdn}`, () =>
        certificateAt({ port: server.httpsPort ?? 0, host: fqdn, ca }).then(Boolean, () => false),
      );
      if (round > 0) times.push(performance.now() - began);
    }
    return times;
  } finally {
    await server.stop();
    await pebble.close();
  }
}

if (noPebble) {
  console.log(`Not measured: ${noPebble}`);
} else {
  const times = (await measure()).toSorted((a, b) => a - b);
  const median = times[Math.floor(times.length / 2)] ?? Number.NaN;
  const isMet = median <= LIMIT_MS;
  console.log(
    `certificate from request to served, ${times.length} sites: median ${median.toFixed(0)} ms, max ${times.at(-1)?.toFixed(0)} ms (wanted: at most ${LIMIT_MS} ms: ${isMet ? 'met' : 'MISSED'})`,
  );
  process.exitCode = isMet ? 0 : 1;
}
