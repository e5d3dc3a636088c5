import { chown } from 'node:fs/promises';
import { HostingError } from '../hosting-error.ts';
import { hasProgram } from '../process/has-program.ts';
import { withProbeFolder, worksAtLast } from '../process/probe.ts';
import { siteUid } from '../runtime/sandbox.ts';
import { runAgent } from './agent-process.ts';
import { agentCommand, agentPaths } from './agent-sandbox.ts';
import type { AgentIsolation, AgentTools } from './agent-sandbox.ts';

/** Weaker isolation for machines without bubblewrap. */
const WEAKER = {
  uid: "a user id for each site and node's permission model keep it from the rest of this machine.",
  none: "only node's permission model keeps it from the rest of this machine.",
} as const;

/**
 * Finds the strongest isolation that works here by running an agent on an empty folder. `log` gets a line when the
 * configured sandbox does not work.
 * @throws HostingError when none works
 */
export async function findAgentTools({
  agent,
  dataDir,
  sandbox,
  log,
}: {
  agent: string;
  dataDir: string;
  sandbox: 'auto' | 'off';
  log(line: string): void;
}): Promise<AgentTools> {
  const root = process.getuid?.() === 0;
  const [prlimit, nice] = await Promise.all([hasProgram('prlimit'), hasProgram('nice')]);
  const kinds: AgentIsolation['kind'][] = [
    ...(sandbox === 'auto' ? (['bwrap'] as const) : []),
    ...(root ? (['uid'] as const) : []),
    'none',
  ];
  for (const kind of kinds) {
    const tools = { isolation: { kind, root }, prlimit, nice };
    if (await worksAtLast((deadlineMs) => works(tools, agent, dataDir, deadlineMs))) {
      if (sandbox === 'auto' && kind !== 'bwrap')
        log(
          `The site agent reads hosted files WITHOUT bubblewrap: ${WEAKER[kind]} Install bubblewrap or find out why it does not start, then restart the panel.`,
        );
      return tools;
    }
  }
  throw new HostingError(
    'RUNTIME_MISSING',
    'The site agent does not start on this server. Check that node can run programs and read the data folder.',
    { retryable: false },
  );
}

async function works(tools: AgentTools, agent: string, dataDir: string, deadlineMs: number): Promise<boolean> {
  return withProbeFolder(dataDir, async (live) => {
    if (tools.isolation.root) await chown(live, siteUid('probe'), siteUid('probe'));
    const run = { siteId: 'probe', agent, live, work: null, ours: false, maxFileBytes: 0, cpuSeconds: 10 };
    const request = {
      live: agentPaths(tools, run).live,
      work: null,
      questions: [{ operation: 'usage' as const, input: {} }],
    };
    const [reply] = await runAgent(agentCommand(tools, run), request, {}, { deadlineMs });
    return reply?.ok === true;
  });
}
