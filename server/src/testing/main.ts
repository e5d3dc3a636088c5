import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startProcessor } from '../processor/processor.ts';
import { answerScenario, SCENARIO_PATH } from './scenario-endpoint.ts';
import { startFakeDirectory } from './fake-directory.ts';
import { startTestServer } from './start-test-server.ts';

/**
 * The server for page tests as a separate process. A second port creates scenarios and forwards everything else
 * unchanged, so that the server itself contains no test code. Payments go to the test processor. `TEST_WEB=on` serves the built
 * pages, too. Prints
 * `{"address": …}` when it is ready.
 */
const keys = {
  secret: 'sk_test_pages0123456789',
  publishable: 'pk_test_pages0123456789',
  webhook: 'whsec_pages0123456789',
};
/** An account that a partner can connect. */
const partner = { secret: 'sk_test_partner0123456789', publishable: 'pk_test_partner0123456789', name: 'Partner Shop' };
const processor = await startProcessor({ keys, others: [partner], webhookUrl: null });
const directory = await startFakeDirectory();
const server = await startTestServer({
  env: {
    LOG_LEVEL: process.env['LOG_LEVEL'] ?? 'error',
    SFTP_PORT: '0',
    HTTPS_PORT: '0',
    WORDPRESS_DIRECTORY_URL: directory.url,
    STRIPE_API_BASE: processor.address,
    STRIPE_SECRET_KEY: keys.secret,
    STRIPE_PUBLISHABLE_KEY: keys.publishable,
    STRIPE_WEBHOOK_SECRET: keys.webhook,
  },
  web: process.env['TEST_WEB'] === 'on',
});
processor.sendTo(`${server.url}/stripe/webhook`);

const door = createServer((req, res) => {
  if (req.method === 'POST' && req.url === SCENARIO_PATH) return void answerScenario(server, req, res);
  const onward = request(
    { host: '127.0.0.1', port: server.port, method: req.method, path: req.url, headers: req.headers, setHost: false },
    (answer) => {
      res.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
      answer.pipe(res);
    },
  );
  onward.on('error', () => res.destroy());
  req.pipe(onward);
});

door.listen(Number(process.env['PORT'] ?? 0), '127.0.0.1', () => {
  process.stdout.write(`${JSON.stringify({ address: `http://127.0.0.1:${(door.address() as AddressInfo).port}` })}\n`);
});

function stop(): void {
  door.closeAllConnections();
  door.close();
  server
    .stop()
    .then(() => Promise.all([processor.close(), directory.close()]))
    .finally(() => process.exit());
}
process.once('SIGTERM', stop);
process.once('SIGINT', stop);
// The parent holds the other end; exit when it closes.
process.stdin.on('end', stop).resume();
