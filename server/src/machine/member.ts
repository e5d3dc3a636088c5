import { Agent } from 'node:https';
import * as v from 'valibot';
import type { MachineBeat } from '@panel/contract';
import type { Config } from '../config/config.ts';
import type { Logger } from '../kernel/clock-and-log.ts';
import { INSTANCE } from '../kernel/process-mark.ts';
import { parseJson } from '../lib/parse-json.ts';
import { reachable, sendJson } from '../lib/send-json.ts';
import { HEALTH_PATH, listen, sayHealth, sayRefused } from '../listen/http-server.ts';
import { PANEL_NAME } from './authority.ts';
import { join, readIdentity, type Identity } from './join.ts';
import { MachineError } from './mark.ts';
import { BEAT_PATH } from './members-port.ts';
import { ownCapabilities, ownLoad } from './own-load.ts';

const BEAT_MS = 5_000;
const ANSWER_MS = 10_000;

const Answer = v.variant('state', [
  v.object({ state: v.literal('ready') }),
  v.object({ state: v.literal('revoked'), by: v.string() }),
  v.object({ state: v.picklist(['copy', 'unknown']) }),
]);
type Answer = v.InferOutput<typeof Answer>;

/**
 * Whether this process is a machine that joins, or joined, by a token.
 * @throws MachineError when it is to be a machine with the database as well
 */
export function isMember({ databaseUrl, joinUrl, dataDir }: Config): boolean {
  if (databaseUrl === undefined) return joinUrl !== undefined || readIdentity(dataDir) !== null;
  if (joinUrl !== undefined)
    throw new MachineError(
      'A machine that joins gets no database. Remove DATABASE_URL, or remove JOIN_URL and JOIN_TOKEN.',
    );
  return false;
}

/** Sends a report; rejects where no panel with a certificate of the authority answers. */
async function send(identity: Identity, agent: Agent, beat: MachineBeat): Promise<Answer> {
  const { authority, certificate, key, host, port } = identity;
  const { status, text } = await sendJson(
    {
      ...{ host: reachable(host), port, path: BEAT_PATH, agent, timeout: ANSWER_MS },
      ...{ ca: authority, cert: certificate, key, servername: PANEL_NAME, minVersion: 'TLSv1.3' },
    },
    beat,
  );
  const answer = parseJson(Answer, text);
  if (!answer) throw new Error(`the panel answered with status ${status}`);
  return answer;
}

function whyRefused(answer: Exclude<Answer, { state: 'ready' }>, dataDir: string): MachineError {
  if (answer.state === 'revoked')
    return new MachineError(
      `This machine was revoked${answer.by ? ` by ${answer.by}` : ''} on the page Machines, so it does nothing. To join again, use an empty DATA_DIR and a new token.`,
    );
  return new MachineError(
    answer.state === 'copy'
      ? `Another machine runs with a copy of the data folder ${dataDir}. Start this one with an empty folder and a token of its own.`
      : 'The installation does not know this machine. Join again with an empty DATA_DIR and a new token.',
  );
}

export type Member = {
  port: number;
  /** Reports now, as the timer does. @throws MachineError when this machine may no longer take part */
  beat(): Promise<void>;
  /** Settles once this machine may no longer take part. */
  refused: Promise<MachineError>;
  stop(): Promise<void>;
};

/**
 * Runs this process as a machine without the database: it joins by its token the first time, and reports with its certificate.
 * @throws MachineError, StartError
 */
export async function startMember(config: Config, version: string, log: Logger, run = INSTANCE): Promise<Member> {
  const { dataDir, joinUrl, joinToken } = config;
  const known = readIdentity(dataDir);
  if (!known && (joinUrl === undefined || joinToken === undefined))
    throw new MachineError('JOIN_URL and JOIN_TOKEN belong together. Copy the whole command from the page Machines.');
  const identity = known ?? (await join(dataDir, joinUrl ?? '', joinToken ?? ''));
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const { promise: refused, resolve: refuse } = Promise.withResolvers<MachineError>();
  let why: MachineError | null = null;
  let isAway = false;
  const beatOf = async (ends: boolean): Promise<MachineBeat> => ({
    ...{ run, ends, clock: new Date().toISOString(), version, capabilities: ownCapabilities() },
    ...(await ownLoad(dataDir)),
  });
  const beat = async (): Promise<void> => {
    const answer = await send(identity, agent, await beatOf(false));
    if (isAway) log.info('the panel answers again');
    isAway = false;
    if (answer.state === 'ready') return;
    why = whyRefused(answer, dataDir);
    throw why;
  };
  const quietly = async (): Promise<void> => {
    if (why) return;
    await beat().catch((error: unknown) => {
      if (error instanceof MachineError) return refuse(error);
      if (!isAway) log.warn({ err: error }, 'the panel does not answer; this machine reports again once it does');
      isAway = true;
    });
  };
  const { port, close } = await listen({ port: config.port, hosts: config.hosts }, (req, res) => {
    if (why) return sayRefused(res, why);
    if (req.url === HEALTH_PATH) return sayHealth(res, true);
    res.writeHead(421, { 'content-type': 'text/plain; charset=utf-8' });
    res.end('No panel is served here.\n');
  });
  let beating = quietly();
  await beating;
  const timer = setInterval(() => (beating = beating.then(quietly)), BEAT_MS);
  return {
    port,
    beat,
    refused,
    async stop() {
      clearInterval(timer);
      await beating;
      await close();
      if (!why) await send(identity, agent, await beatOf(true)).catch(() => undefined);
      agent.destroy();
    },
  };
}
