import { constants } from 'node:fs';
import { access, chown, mkdir } from 'node:fs/promises';
import path from 'node:path';
import { PassThrough } from 'node:stream';
import { limitsOfPlan } from '@panel/contract';
import type { SiteLimits } from '@panel/contract';
import type { FileStreams } from '../driver.ts';
import { HostingError } from '../hosting-error.ts';
import { findLower, processLimits } from '../limits/lower.ts';
import type { Cgroups } from '../limits/site-cgroup.ts';
import { withProbeFolder, worksAtLast } from '../process/probe.ts';
import { checkMountPoints } from '../runtime/document-root.ts';
import { siteUid } from '../runtime/sandbox.ts';
import type { SiteMount } from '../runtime/site-runtime.ts';
import type { AgentIsolation } from './agent-sandbox.ts';
import { fileServerCommand, runFileServer } from './file-server.ts';

/** Where systems keep OpenSSH's file server. */
const FOLDERS = ['/usr/lib/openssh', '/usr/lib/ssh', '/usr/libexec/openssh', '/usr/libexec', '/usr/lib'];
const NAME = 'sftp-server';
/** Of all file servers of one site together. */
const RUN_LIMITS = { ...limitsOfPlan('FREE').site, memoryMb: 256, cpuPercent: 100, processes: 64 };

type Deps = {
  isolation(): Promise<AgentIsolation>;
  cgroups(): Promise<Cgroups>;
  isOurs(mount: SiteMount): Promise<boolean>;
  dataDir: string;
  log(line: string): void;
};

/** File servers in the sandboxes of sites. */
export type FileServers = {
  /** Whether one starts here. Needs bubblewrap and OpenSSH's `sftp-server`. */
  available(): Promise<boolean>;
  /**
   * Serves a site's document root over the SFTP protocol until the client leaves or `signal` aborts.
   * @throws HostingError when it does not start
   */
  serve(mount: SiteMount, limits: SiteLimits, streams: FileStreams, signal: AbortSignal): Promise<void>;
};

/** @param deps `isolation`: that of the site agent. `log` gets a line when there can be no file server. */
export function createFileServers(deps: Deps): FileServers {
  let found: Promise<string | null> | null = null;
  const lower = findLower();

  const run = async (
    program: string,
    { mount, ours, limits }: { mount: SiteMount; ours: boolean; limits: SiteLimits },
    streams: FileStreams,
    signal: AbortSignal,
  ): Promise<void> => {
    await checkMountPoints(mount);
    const { root } = await deps.isolation();
    const cgroup = await (await deps.cgroups()).site(mount.siteId, RUN_LIMITS);
    try {
      const command = fileServerCommand({
        ...{ program, mount, root, joinFiles: cgroup.joinFiles, lower: await lower },
        uid: root ? (ours ? 0 : siteUid(mount.siteId)) : (process.getuid?.() ?? 0),
        limits: processLimits(limits),
      });
      await runFileServer(command, streams, signal);
    } finally {
      await cgroup.close();
    }
  };

  const find = async (): Promise<string | null> => {
    if ((await deps.isolation()).kind !== 'bwrap') {
      deps.log('SFTP is not available: it needs bubblewrap, which does not work here or is switched off.');
      return null;
    }
    const program = await findProgram();
    if (program === null) {
      deps.log('SFTP is not available: install openssh-sftp-server, then restart the panel.');
      return null;
    }
    if (await worksAtLast((deadlineMs) => answers(program, deadlineMs))) return program;
    deps.log(`SFTP is not available: ${program} does not start in a sandbox.`);
    return null;
  };
  const program = (): Promise<string | null> => {
    found ??= find();
    found.catch(() => void (found = null));
    return found;
  };

  /** Whether a server in an empty folder answers the first message of the protocol with its version. */
  const answers = async (file: string, deadlineMs: number): Promise<boolean> =>
    withProbeFolder(deps.dataDir, async (live) => {
      const folders = [live, path.join(live, 'public')];
      await mkdir(path.join(live, 'public'));
      const { root } = await deps.isolation();
      if (root) for (const folder of folders) await chown(folder, siteUid('probe'), siteUid('probe'));
      const from = new PassThrough();
      const to = new PassThrough();
      from.write(HELLO);
      let answer: Buffer | undefined;
      // The server leaves without an answer when its input ends first.
      to.once('data', (chunk: Buffer) => {
        answer = chunk;
        from.end();
      });
      const mount = { siteId: 'probe', live, tmp: live, core: null };
      const limits = limitsOfPlan('FREE').site;
      await run(file, { mount, ours: false, limits }, { from, to }, AbortSignal.timeout(deadlineMs)).catch(
        (error: unknown) => deps.log(`${file}: ${String(error)}`),
      );
      return answer?.[4] === VERSION;
    });

  return {
    available: async () => (await program()) !== null,
    async serve(mount, limits, streams, signal) {
      const file = await program();
      if (file === null)
        throw new HostingError('UNSUPPORTED', 'SFTP is not available on this server.', { retryable: false });
      await run(file, { mount, ours: await deps.isOurs(mount), limits }, streams, signal);
    },
  };
}

/** `SSH_FXP_INIT` of version 3, and the type of its answer (draft-ietf-secsh-filexfer-02, section 4). */
const HELLO = Buffer.from([0, 0, 0, 5, 1, 0, 0, 0, 3]);
const VERSION = 2;

async function findProgram(): Promise<string | null> {
  for (const folder of FOLDERS) {
    const file = path.join(folder, NAME);
    const usable = await access(file, constants.X_OK).then(
      () => true,
      () => false,
    );
    if (usable) return file;
  }
  return null;
}
