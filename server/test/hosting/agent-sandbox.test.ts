import assert from 'node:assert/strict';
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { runAgent } from '../../src/hosting/agent/agent-process.ts';
import { agentCommand } from '../../src/hosting/agent/agent-sandbox.ts';
import { findAgentTools } from '../../src/hosting/agent/find-agent-tools.ts';
import { installAgent } from '../../src/hosting/agent/install-agent.ts';
import { hostingConfigFromEnv } from '../../src/hosting/hosting-config.ts';
import { NEVER_MS } from '../../src/testing/index.ts';

/** A program in place of the agent that tries what a hostile database could, after taking it over. */
const LOOK = String.raw`
import { existsSync, readFileSync, writeSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
const status = readFileSync('/proc/self/status', 'utf8');
const value = {
  there: ['/usr/bin/env', '/bin/sh', '/usr/bin/python3', '/etc/passwd', '/root', '/home', '/usr/share'].filter((file) => existsSync(file)),
  filtered: /^Seccomp:\s+2/m.test(status),
  rights: /^CapEff:\s+(\S+)/m.exec(status)[1],
  child: String(spawnSync(process.execPath, ['-p', '1+1']).stdout).trim(),
};
writeSync(3, JSON.stringify({ ok: true, value }) + '\n');
`;

test('in bubblewrap the agent has no programs, no files of the machine and few system calls', async (t) => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'panel-agent-'));
  t.after(() => rm(dataDir, { recursive: true, force: true }));
  await chmod(dataDir, 0o711);
  const said: string[] = [];
  const tools = await findAgentTools({
    agent: await installAgent(dataDir, hostingConfigFromEnv({}, dataDir).cacheDir),
    dataDir,
    sandbox: 'auto',
    log: (line) => said.push(line),
  });
  if (tools.isolation.kind !== 'bwrap') return assert.match(said.join(), /WITHOUT bubblewrap/);
  assert.deepEqual(said, []);
  const live = path.join(dataDir, 'sites', 'site');
  const agent = path.join(dataDir, 'taken-over');
  for (const folder of [live, agent]) await mkdir(folder);
  await writeFile(path.join(agent, 'main.mjs'), LOOK);
  const run = { siteId: 'site', agent, live, work: null, ours: false, maxFileBytes: 0, cpuSeconds: 10 };
  const request = { live: '/site/live', work: null, questions: [{ operation: 'usage' as const, input: {} }] };
  const [reply] = await runAgent(agentCommand(tools, run), request, {}, { deadlineMs: NEVER_MS });
  assert.deepEqual(reply, { ok: true, value: { there: [], filtered: true, rights: '0000000000000000', child: '2' } });
});
