/** A separate process with one served site, for tests that kill it; prints its paths and address. */
import { mustOpen } from './sandbox-support.ts';

const sandbox = await mustOpen();
const site = await sandbox.serve(await sandbox.site('hostile'), { token: process.argv[2] ?? '' });
const asked = site.run('for (;;) { }').catch(() => undefined);
process.stdout.write(`${JSON.stringify({ dataDir: sandbox.dataDir, pid: site.process.pid })}\n`);
await asked;
