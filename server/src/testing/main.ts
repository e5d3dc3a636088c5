import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { answerScenario, SCENARIO_PATH } from './scenario-endpoint.ts';
import { startTestServer } from './start-test-server.ts';

/**
 * The server for page tests as a separate process. A second port creates scenarios and forwards everything else
 * unchanged, so that the server itself contains no test code. `TEST_WEB=on` serves the built pages, too. Prints
 * `{"address": …}` when it is ready.
 */
const server = await startTestServer({
  env: { LOG_LEVEL: process.env['LOG_LEVEL'] ?? 'error', SFTP_PORT: '0', HTTPS_PORT: '0' },
  web: process.env['TEST_WEB'] === 'on',
});

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
  server.stop().finally(() => process.exit());
}
process.once('SIGTERM', stop);
process.once('SIGINT', stop);
// The parent holds the other end; exit when it closes.
process.stdin.on('end', stop).resume();
