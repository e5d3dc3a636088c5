import { chown, lstat, realpath } from 'node:fs/promises';
import path from 'node:path';
import { limitsOfPlan } from '@panel/contract';
import { LRUCache } from 'lru-cache';
import * as v from 'valibot';
import { reopening } from '../../lib/reopening.ts';
import { abortedError, HostingError, TRY_AGAIN, FULL, type Failure } from '../hosting-error.ts';
import type { Relay } from '../egress/relay.ts';
import { openCgroups } from '../limits/site-cgroup.ts';
import type { SiteMount } from '../runtime/site-runtime.ts';
import { checkMountPoints } from '../runtime/document-root.ts';
import { runAgent, type RawReply, type Streams } from './agent-process.ts';
import { agentCommand, agentPaths, agentUid, INSIDE_SOCKET, type AgentTools } from './agent-sandbox.ts';
import { createFileServers, type FileServers } from './file-servers.ts';
import { findAgentTools } from './find-agent-tools.ts';
import { installAgent } from './install-agent.ts';
import { ANSWERS, type Inputs, type Operation, type Outputs, type Reply, type Request } from './protocol.ts';
import { createRunSlots } from './run-slots.ts';
import { sentence } from '../../lib/sentence.ts';

export type AskOptions = Streams & {
  deadlineMs?: number;
  signal?: AbortSignal | undefined;
  /** A folder of the panel that the operation fills. */
  work?: string;
  /** Opens the way to the only server that the operation reaches; it is open during the run. */
  reach?: (where: 'socket' | 'loopback') => Promise<Relay>;
  /** For the owner's own files: the document root with the shared WordPress in it, and what a change may write. */
  own?: { maxFileBytes: number | null; transfer?: boolean };
  /** Runs in the background, behind others of its kind; the deadline starts with the run. */
  background?: boolean;
};
export type Questions = { [O in Operation]?: Inputs[O] };
export type Replies<Q extends Questions> = { [O in keyof Q & Operation]: Reply<O> };

/**
 * The panel's only access to what hosted code can write. A process inside the site's own sandbox answers every
 * question within a deadline; a late, oversized or invalid answer becomes a reply with a reason.
 */
export type SiteAgent = {
  /** Several questions in one run. Concurrent identical questions share a run. */
  askAll<Q extends Questions>(mount: SiteMount, questions: Q, options?: AskOptions): Promise<Replies<Q>>;
  ask<O extends Operation>(mount: SiteMount, operation: O, input: Inputs[O], options?: AskOptions): Promise<Reply<O>>;
  /**
   * The value of an answer.
   * @throws HostingError when there is none; `failure` says what could not be done
   */
  need<O extends Operation>(
    mount: SiteMount,
    operation: O,
    input: Inputs[O],
    failure: Failure,
    options?: AskOptions,
  ): Promise<Outputs[O]>;
  /** The value of a reply. @throws HostingError as `need` does */
  valueOf<T>(
    reply: Readonly<{ ok: true; value: T } | { ok: false; reason: string; detail: string }>,
    failure: Failure,
  ): T;
  files: FileServers;
  /** Removes the agent's cgroups once it is idle; they are created again on demand. */
  close(): Promise<void>;
};

const QUESTION_MS = 5_000;
const WORK_MS = 10 * 60_000;
const QUESTIONS_AT_ONCE = 4;
const WORKS_AT_ONCE = 2;
/** They mostly wait for another server, which may be slow, so backups do not wait for them. */
const DOWNLOADS_AT_ONCE = 4;
/** Of the file manager: looks and changes, for which somebody waits, and files on their way, which take as long as a browser does. */
const FILES_AT_ONCE = 4;
const TRANSFERS_AT_ONCE = 4;
/** Counting the files of a large site takes up to a minute, so it has separate slots: no page waits for it. */
const MEASURES_AT_ONCE = 2;
const MEASURES: ReadonlySet<Operation> = new Set([
  'usage',
  'folders',
  'listing',
  'hashes',
  'tables',
  'compareContent',
  'archivePage',
]);
const GIGABYTE = 1024 ** 3;
/** Limits of one run where cgroups exist, separate from the site's, so that a site at its limits can still be read. */
const RUN_LIMITS = { ...limitsOfPlan('FREE').site, memoryMb: 384, cpuPercent: 100, processes: 64 };
/** How long the owner of a site is cached. */
const OWNER_MS = 60_000;

/**
 * @param options `dataDir`: where the first question installs the agent's code, built in `cacheDir`. `log` gets warnings for the operator.
 * `ownerOf`: the owner of a site, so that nobody can take all slots; without it every site is its own owner.
 */
export function createSiteAgent({
  dataDir,
  cacheDir,
  sandbox,
  log = () => undefined,
  ownerOf,
}: {
  dataDir: string;
  cacheDir: string;
  sandbox: 'auto' | 'off';
  log?: (line: string) => void;
  ownerOf?: (siteId: string) => Promise<string>;
}): SiteAgent {
  let prepared: Promise<{ agent: string; tools: AgentTools }> | null = null;
  const prepare = () => {
    prepared ??= installAgent(dataDir, cacheDir).then(async (agent) => ({
      agent,
      tools: await findAgentTools({ agent, dataDir, sandbox, log }),
    }));
    prepared.catch(() => void (prepared = null));
    return prepared;
  };
  const slots = {
    questions: createRunSlots(QUESTIONS_AT_ONCE),
    works: createRunSlots(WORKS_AT_ONCE),
    downloads: createRunSlots(DOWNLOADS_AT_ONCE),
    measures: createRunSlots(MEASURES_AT_ONCE),
    files: createRunSlots(FILES_AT_ONCE),
    transfers: createRunSlots(TRANSFERS_AT_ONCE),
    background: createRunSlots(MEASURES_AT_ONCE),
  };
  const shared = new Map<string, Promise<RawReply[]>>();
  const owners = new LRUCache<string, string>({
    max: 1000,
    ttl: OWNER_MS,
    fetchMethod: async (siteId) => ownerOf?.(siteId),
  });
  const findOwner = async (siteId: string): Promise<string> =>
    (await owners.fetch(siteId).catch(() => undefined)) ?? siteId;
  const cgroups = reopening(() => openCgroups());

  const run = async (mount: SiteMount, questions: [Operation, unknown][], options: AskOptions): Promise<RawReply[]> => {
    const { agent, tools } = await prepare();
    const { own } = options;
    const long = options.work !== undefined || (options.to !== undefined && !own);
    const deadlineMs = options.deadlineMs ?? (long ? WORK_MS : QUESTION_MS);
    const work = options.work ?? null;
    const ours = await isOurs(mount);
    if (own) await checkMountPoints(mount);
    const one = {
      siteId: mount.siteId,
      agent,
      // What answers can be a link to one of several releases.
      live: await realpath(mount.live).catch(() => mount.live),
      work,
      ours,
      maxFileBytes: long ? 100 * GIGABYTE : (own?.maxFileBytes ?? 0),
      own: own ? { isWritable: own.maxFileBytes !== null, core: mount.core ?? null } : null,
      cpuSeconds: Math.ceil(deadlineMs / 1000) + 1,
    };
    const paths = agentPaths(tools, one);
    const isolated = tools.isolation.kind === 'bwrap';
    const request: Request = {
      live: paths.live,
      work: paths.work,
      questions: questions.map(([operation, input]) => ({ operation, input })),
    };
    const uid = tools.isolation.root ? agentUid(tools, one) : null;
    const waited = questions.some(([operation]) => MEASURES.has(operation)) ? 'measures' : long ? 'works' : 'questions';
    const byWork = options.reach ? 'downloads' : options.background && waited !== 'works' ? 'background' : waited;
    const kind = own ? (own.transfer ? 'transfers' : 'files') : byWork;
    // If someone waits for the answer, the deadline includes the time in the queue.
    const fromAsking = kind === 'questions' || kind === 'measures' || kind === 'files';
    const asked = performance.now();
    const late = fromAsking ? [AbortSignal.timeout(deadlineMs)] : [];
    const until = AbortSignal.any([...late, ...(options.signal === undefined ? [] : [options.signal])]);
    const replies = await slots[kind].run(
      { siteId: mount.siteId, owner: await findOwner(mount.siteId) },
      async () => {
        const left = fromAsking ? Math.max(1, Math.ceil(deadlineMs - (performance.now() - asked))) : deadlineMs;
        const relay = await options.reach?.(isolated ? 'socket' : 'loopback');
        if (relay) request.relay = { ...relay, path: relay.path === null ? null : INSIDE_SOCKET };
        const cgroup = await (await cgroups.get()).site(mount.siteId, RUN_LIMITS);
        try {
          if (work !== null && uid !== null) await chown(work, uid, uid);
          const command = agentCommand(tools, { ...one, joinFiles: cgroup.joinFiles, socket: relay?.path });
          return await runAgent(command, request, options, {
            deadlineMs: left,
            signal: options.signal,
          });
        } finally {
          // Continues without waiting for the kernel to release it.
          cgroup.close().catch(() => undefined);
          await relay?.close();
          if (work !== null && uid !== null) await chown(work, 0, 0);
        }
      },
      until,
    );
    if (options.signal?.aborted) throw abortedError(options.signal);
    return (
      replies ?? questions.map(() => ({ ok: false, reason: 'timeout', detail: `no slot within ${deadlineMs} ms` }))
    );
  };

  const askAll: SiteAgent['askAll'] = async (mount, questions, options = {}) => {
    const list = Object.entries(questions) as [Operation, unknown][];
    const alone =
      options.signal !== undefined ||
      options.own !== undefined ||
      options.work !== undefined ||
      options.to !== undefined;
    const key = JSON.stringify([mount.live, list, options.deadlineMs, options.background]);
    let answers = alone ? undefined : shared.get(key);
    if (answers === undefined) {
      answers = run(mount, list, options);
      if (!alone) {
        const forget = () => void shared.delete(key);
        shared.set(key, answers);
        answers.then(forget, forget);
      }
    }
    const replies = await answers;
    return Object.fromEntries(
      list.map(([operation], index) => [operation, checked(operation, replies[index])]),
    ) as Replies<typeof questions>;
  };

  const ask: SiteAgent['ask'] = async (mount, operation, input, options) => {
    const replies = await askAll(mount, { [operation]: input } as Questions, options);
    return replies[operation] as Reply<typeof operation>;
  };

  return {
    askAll,
    ask,
    async need(mount, operation, input, failure, options) {
      return valueOf(await ask(mount, operation, input, options), failure);
    },
    valueOf,
    files: createFileServers({
      ...{ dataDir, log, isOurs, cgroups: cgroups.get },
      isolation: async () => (await prepare()).tools.isolation,
    }),
    close: cgroups.close,
  };
}

const valueOf: SiteAgent['valueOf'] = (reply, failure) => {
  if (reply.ok) return reply.value;
  throw noAnswer(reply, failure);
};

/** Whether the panel's user owns a site's files; missing files count as the site's. */
async function isOurs({ live }: SiteMount): Promise<boolean> {
  const owner = await lstat(path.join(live, 'public')).catch(() => null);
  return owner !== null && owner.uid === process.getuid?.();
}

/** A reply whose value matches the schema of its operation. */
function checked<O extends Operation>(operation: O, reply: RawReply | undefined): Reply<O> {
  if (reply === undefined) return { ok: false, reason: 'failed', detail: 'no answer' };
  if (!reply.ok) return reply;
  const parsed = v.safeParse(ANSWERS[operation], reply.value, { abortEarly: true });
  return parsed.success
    ? { ok: true, value: parsed.output as Outputs[O] }
    : { ok: false, reason: 'failed', detail: 'the answer is not valid' };
}

function noAnswer({ reason, detail }: { reason: string; detail: string }, failure: Failure): HostingError {
  const options = { retryable: true, detail: `${reason}: ${detail}` };
  if (reason === 'damaged')
    return new HostingError('UNSUPPORTED', 'This archive is damaged. Choose another one.', {
      ...options,
      retryable: false,
    });
  if (reason === 'full') return new HostingError('DISK_FULL', [failure, FULL], options);
  if (reason === 'limit')
    return new HostingError(
      'UNSUPPORTED',
      [failure, sentence('The site is larger than its plan allows. Delete files you do not need and try again.')],
      { ...options, retryable: false },
    );
  if (reason === 'timeout' || reason === 'busy')
    return new HostingError(
      'TIMEOUT',
      [failure, sentence('The site did not answer in time. Try again in a few minutes.')],
      options,
    );
  return new HostingError('COMMAND_FAILED', [failure, TRY_AGAIN], options);
}
