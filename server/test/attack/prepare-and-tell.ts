/** A separate process that chooses PHP as the panel does, for tests without bubblewrap; prints the result. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { hostingConfigFromEnv, prepareRuntime } from '../../src/hosting/index.ts';

const dataDir = await mkdtemp(path.join(tmpdir(), 'panel-choice-'));
const lines: string[] = [];
try {
  const { php } = await prepareRuntime(
    { ...hostingConfigFromEnv(process.env, dataDir), loopbackTrusted: process.env['TRUST_PROXY'] === 'loopback' },
    (line) => lines.push(line),
  );
  process.stdout.write(JSON.stringify({ kind: php.kind, lines }));
  await php.close?.();
} catch (error) {
  process.stdout.write(JSON.stringify({ error: String(error), lines }));
} finally {
  await rm(dataDir, { recursive: true, force: true });
}
