import { listen } from '../../src/listen/http-server.ts';
import { installLastResort } from '../../src/process/last-resort.ts';

/**
 * A process with the panel's last resort, and errors that nothing handles at `/throw` and `/reject`. `/slow` answers
 * half before such an error and half after it. Prints its port, and each report.
 */
const { promise: failure, resolve: failed } = Promise.withResolvers<void>();
const server = await listen({ port: 0, hosts: ['127.0.0.1'] }, (req, res) => {
  if (req.url === '/slow') {
    res.write('half ');
    return void failure.then(() => setImmediate(() => res.end('whole')));
  }
  res.end('ok');
  if (req.url === '/reject') return void Promise.reject(new Error('rejected'));
  setImmediate(() => {
    throw new Error('thrown');
  });
});
installLastResort({
  report(error) {
    process.stdout.write(`reported: ${String(error)}\n`);
    failed();
  },
  stop: () => server.close(),
});
process.stdin.on('end', () => process.kill(process.pid, 'SIGKILL')).resume();
process.stdout.write(`port ${server.port}\n`);
