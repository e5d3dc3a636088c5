import { constants } from 'node:fs';
import { access, chown, mkdir, mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import { HostingError } from '../hosting-error.ts';
import { siteUid } from '../runtime/sandbox.ts';
import { runAgent } from './agent-process.ts';
import { agentCommand, agentPaths } from './agent-sandbox.ts';
import type { AgentIsolation, AgentTools } from './agent-sandbox.ts';

const PROBE_MS = 15_000;
const PLACES = ['/usr/local/bin', '/usr/bin', '/bin', '/usr/sbin', '/sbin'];

/**
 * Finds the strongest isolation that works here by asking an agent in it about an empty folder.
 * @throws HostingError when none does
 */
export async function findAgentTools({ agent, dataDir, sandbox }: { agent: string; dataDir: string; sandbox: 'auto' | 'off' }): Promise<AgentTools> {
  const root = process.getuid?.() === 0;
  const [prlimit, nice] = await Promise.all([has('prlimit'), has('nice')]);
  const kinds: AgentIsolation['kind'][] = [...(sandbox === 'auto' ? (['bwrap'] as const) : []), ...(root ? (['uid'] as const) : []), 'none'];
  for (const kind of kinds) {
    const tools = { isolation: { kind, root }, prlimit, nice };
    if (await works(tools, agent, dataDir)) return tools;
  }
  throw new HostingError('RUNTIME_MISSING', 'The site agent does not start on this server. Check that node can run programs and read the data folder.', { retryable: false });
}

async function works(tools: AgentTools, agent: string, dataDir: string): Promise<boolean> {
  const sites = path.join(dataDir, 'sites');
  await mkdir(sites, { recursive: true, mode: 0o711 });
  const live = await mkdtemp(path.join(sites, '.probe-'));
  try {
    if (tools.isolation.root) await chown(live, siteUid('probe'), siteUid('probe'));
    const run = { siteId: 'probe', agent, live, work: null, ours: false, maxFileBytes: 0, cpuSeconds: 10 };
    const request = { live: agentPaths(tools, run).live, work: null, questions: [{ operation: 'usage' as const, input: {} }] };
    const [reply] = await runAgent(agentCommand(tools, run), request, {}, { deadlineMs: PROBE_MS });
    return reply?.ok === true;
  } finally {
    await rm(live, { recursive: true, force: true });
  }
}

async function has(name: string): Promise<boolean> {
  for (const folder of PLACES) {
    if (await access(path.join(folder, name), constants.X_OK).then(() => true, () => false)) return true;
  }
  return false;
}
