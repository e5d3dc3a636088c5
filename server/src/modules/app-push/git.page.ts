import { GIT_PATH, sectionOn } from '@panel/contract';
import { Hono } from 'hono';
import { Readable } from 'node:stream';
import { addressesOf } from '../../config/config.ts';
import type { AppContext } from '../../context/app-context.ts';
import type { PanelContext, PanelEnv } from '../../context/env.ts';
import { DATA_HEADERS } from '../../context/security-headers.ts';
import type { GitRequest } from '../../hosting/driver.ts';
import { HostingError } from '../../hosting/hosting-error.ts';
import { PanelError } from '../../kernel/errors.ts';
import type { AppRow, AppWorkload } from '../app/app.repo.ts';
import { basicPassword, gitCaller } from './git-caller.ts';
import { beginPush, settlePush, type BegunPush } from './panel-push.ts';
import { hasRepository } from './push.service.ts';
import { withRemoteLines } from './remote-lines.ts';

const UUID = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}';
const REPOSITORY = `${GIT_PATH}:name{${UUID}\\.git}`;
const SERVICES = ['git-upload-pack', 'git-receive-pack'] as const;
type Service = (typeof SERVICES)[number];
/** More than the largest push, whose pack `git` itself limits. */
const BODY_MAX = 320 * 1024 ** 2;

const plain = (status: number, text: string, headers: Record<string, string> = {}): Response =>
  new Response(`${text}\n`, {
    status,
    headers: { ...DATA_HEADERS, 'content-type': 'text/plain; charset=utf-8', ...headers },
  });

const challenge = (): Response =>
  plain(401, 'Sign in with any user name, and an API token or the deploy token of the application as password.', {
    'www-authenticate': 'Basic realm="Git", charset="UTF-8"',
  });

/** Clients for Git show plain text. */
function refusal(error: unknown): Response {
  if (error instanceof PanelError && error.httpStatus < 500)
    return plain(error.httpStatus, error.message, {
      ...(error.extra.retryAfter === undefined ? {} : { 'retry-after': String(error.extra.retryAfter) }),
    });
  if (error instanceof HostingError) return plain(error.code === 'DISK_FULL' ? 507 : 503, error.message);
  throw error;
}

async function* limited(body: ReadableStream<Uint8Array> | null): AsyncGenerator<Uint8Array> {
  let size = 0;
  if (body)
    for await (const chunk of body) {
      size += chunk.byteLength;
      if (size > BODY_MAX) throw new PanelError('TOO_LARGE', { limit: `${BODY_MAX / 1024 ** 2} MB` });
      yield chunk;
    }
}

/** Branches whose names are said to who pushed. */
const NAMED = 3;

const UNSETTLED = ['The push is stored. It is built within half an hour.'];

type Given = { workload: AppWorkload; app: AppRow };

/** Lines for who pushed; a new commit of the branch that is built starts a build. */
async function afterPush(app: AppContext, c: PanelContext, push: BegunPush): Promise<readonly string[]> {
  const { appId, branch } = push;
  const settled = await settlePush(app, push);
  if (settled === null) return [`Only pushes to ${branch} are deployed.`];
  const panel = addressesOf(app.config)(c.get('partner').domain);
  switch (settled.result) {
    case 'build':
      return [
        `Building ${settled.commit.slice(0, 7)} of ${branch}. Its log:`,
        `  ${panel}/manage-app/build/${appId}?build=${settled.buildId}`,
      ];
    case 'preview':
      return [
        `Building a preview of ${(settled.previews ?? []).slice(0, NAMED).join(', ')}. Its address and its log:`,
        `  ${panel}/manage-app/previews/${appId}`,
      ];
    case 'ended':
      return ['The preview of the deleted branch has ended.'];
    case 'branch':
      return [`Only pushes to ${branch} are deployed, and no preview is made of this branch.`];
    case 'off':
      return ['Deploy on push is off for this application, so nothing is built.'];
    case 'limit':
      return ['Nothing is built: the build time of this month is used up.'];
    default:
      return [];
  }
}

/** The panel's own Git: `git clone`, `fetch` and `push` over HTTP, with a token as password. */
export function gitPages(app: AppContext): Hono<PanelEnv> {
  const pages = new Hono<PanelEnv>();

  const answer = async (c: PanelContext, service: Service, step: GitRequest['step']): Promise<Response> => {
    const { attributes, isSpecial } = c.get('partner');
    if (!sectionOn({ attributes, is_nucal_partner: isSpecial }, 'applications')) throw new PanelError('NOT_FOUND');
    const writes = service === 'git-receive-pack';
    const place = await c.get('enter')('page', null);
    let given: Given | null;
    try {
      const password = basicPassword(c.req.header('authorization'));
      if (password === null) return challenge();
      const id = (c.req.param('name') ?? '').slice(0, -'.git'.length);
      given = await gitCaller(c, app, { id, password, writes });
      if (given === null) return challenge();
    } finally {
      place.leave();
    }
    const { workload } = given;
    if (!hasRepository(given.app) || workload.status === 'moving') throw new PanelError('NOT_FOUND');
    const isPush = writes && step === 'exchange';
    if (isPush && (await app.disk.isLow())) throw new PanelError('DISK_FULL');
    const stream = await c.get('enter')('stream', workload.customerId);
    try {
      const push = isPush ? await beginPush(app, given.app, c.get('facts').ip) : null;
      const git = await app.hosting.git(workload.id, {
        ...{ service, step, protocol: c.req.header('git-protocol') ?? null },
        isGzip: c.req.header('content-encoding') === 'gzip',
        body: step === 'exchange' ? limited(c.req.raw.body) : null,
        signal: c.req.raw.signal,
      });
      const leave = () => stream.leave();
      git.ended.then(leave, leave);
      const pushed = async () => {
        await git.ended;
        if (push === null) return [];
        // The push is there whatever comes after it; a chore settles it once it can.
        return afterPush(app, c, push).catch((err: unknown) => {
          c.get('log').error({ err, appId: push.appId }, 'a push could not be settled');
          return UNSETTLED;
        });
      };
      const body = push === null ? git.body : Readable.from(withRemoteLines(git.body, pushed));
      // A client that goes away ends it.
      body.on('error', (err) => c.get('log').debug({ err }, 'an answer of Git ended early'));
      return new Response(Readable.toWeb(body) as ReadableStream, {
        status: git.status,
        headers: { ...DATA_HEADERS, 'content-type': git.contentType },
      });
    } catch (error) {
      stream.leave();
      throw error;
    }
  };
  const safely = (c: PanelContext, service: Service, step: GitRequest['step']) =>
    answer(c, service, step).catch(refusal);

  pages.get(`${REPOSITORY}/info/refs`, (c) => {
    const service = SERVICES.find((one) => one === c.req.query('service'));
    return service ? safely(c, service, 'advertise') : plain(403, 'This server speaks the smart protocol only.');
  });
  for (const service of SERVICES) pages.post(`${REPOSITORY}/${service}`, (c) => safely(c, service, 'exchange'));
  return pages;
}
