import type { TestContext } from 'node:test';
import S3rver from 's3rver';
import { folder } from './release-support.ts';

/** A real S3 server with one bucket; `address` is a valid RELEASES_S3. */
export async function startS3(t: TestContext): Promise<{ address: string; stop(): Promise<void> }> {
  const server = new S3rver({
    port: 0,
    address: '127.0.0.1',
    silent: true,
    directory: folder(t),
    vhostBuckets: false,
    configureBuckets: [{ name: 'releases', configs: [] }],
  });
  const { port } = await server.run();
  let running = true;
  const stop = async () => {
    if (!running) return;
    running = false;
    server.httpServer.closeAllConnections();
    await server.close();
  };
  t.after(stop);
  return { address: `http://S3RVER:S3RVER@127.0.0.1:${port}/releases/panel`, stop };
}
