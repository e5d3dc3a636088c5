import { DEPLOY_HOOK_PATH, sectionOn, WEBHOOK_PATH, type DeliveryResult } from '@panel/contract';
import { createHash } from 'node:crypto';
import { Hono } from 'hono';
import type { AppContext } from '../../context/app-context.ts';
import { idHash } from '../../context/csrf.ts';
import type { PanelContext, PanelEnv } from '../../context/env.ts';
import { attempt } from '../../context/rate-limit.ts';
import { readBytes } from '../../context/read-bytes.ts';
import { DATA_HEADERS } from '../../context/security-headers.ts';
import { PanelError } from '../../kernel/errors.ts';
import { deliver, noteRefused, type Delivered } from './deliver.ts';
import { PAYLOAD_BYTES, readPush } from './push-payload.ts';
import { isSecretOf } from './push.service.ts';
import { refuseMany } from './refuse-many.ts';
import { appOfSecret, webhookKey } from './push-secret.repo.ts';
import { isSigned, signatureOf } from './signature.ts';

const UUID = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}';
/** What one address may get wrong, for each application. */
const WRONG = { tries: 20, windowSeconds: 600 };

const answer = (status: number, result: DeliveryResult, buildId: string | null = null): Response =>
  new Response(`${JSON.stringify({ status: status < 400, result, build_id: buildId })}\n`, {
    status,
    headers: { ...DATA_HEADERS, 'content-type': 'application/json' },
  });

const hasApplications = (c: PanelContext): boolean => {
  const { attributes, isSpecial } = c.get('partner');
  return sectionOn({ attributes, is_nucal_partner: isSpecial }, 'applications');
};

const told = (delivered: Delivered | null): Response => {
  if (delivered === null) throw new PanelError('NOT_FOUND');
  return answer(200, delivered.result, delivered.buildId);
};

const digestOf = (content: Buffer | string): string => createHash('sha256').update(content).digest('base64url');

/** Addresses that servers for Git, and programs, call after a push. They have no session and get none. */
export function webhookPages(app: AppContext): Hono<PanelEnv> {
  const pages = new Hono<PanelEnv>();

  pages.post(`${WEBHOOK_PATH}:id{${UUID}}`, async (c) => {
    const place = await c.get('enter')('page', null);
    try {
      const appId = c.req.param('id');
      const { ip } = c.get('facts');
      const partnerId = c.get('partner').id;
      const tried = await attempt(app, 'webhook', WRONG, { partnerId, ip, account: appId });
      const sealed = hasApplications(c) ? await webhookKey(app.db, partnerId, appId) : null;
      if (sealed === null) throw new PanelError('NOT_FOUND');
      const signature = signatureOf((name) => c.req.header(name));
      const refused = async (result: DeliveryResult, status: number) => {
        await noteRefused(app, appId, { sender: signature?.sender ?? 'hook', from: ip, result });
        return answer(status, result);
      };
      if (signature === null) return await refused('signature', 401);
      const body = await readBytes(c.req.raw, PAYLOAD_BYTES);
      await place.turn(undefined, body.length);
      if (!isSigned(body, app.secrets.open(sealed), signature)) return await refused('signature', 401);
      await tried.takeBack();
      await refuseMany(app, appId);
      const pushed = readPush(body, c.req.header('content-type') ?? '');
      if (pushed === null) return await refused('unreadable', 422);
      const { sender } = signature;
      return told(await deliver(app, appId, { sender, from: ip, digest: digestOf(body) }, pushed));
    } finally {
      place.leave();
    }
  });

  pages.post(`${DEPLOY_HOOK_PATH}:secret`, async (c) => {
    const place = await c.get('enter')('page', null);
    try {
      const secret = c.req.param('secret');
      const { ip } = c.get('facts');
      const partnerId = c.get('partner').id;
      const tried = await attempt(app, 'deploy-hook', WRONG, { partnerId, ip, account: '' });
      const isKnown = hasApplications(c) && isSecretOf('hook', secret);
      const appId = isKnown ? await appOfSecret(app.db, partnerId, { kind: 'hook', hash: idHash(secret) }) : null;
      if (appId === null) throw new PanelError('NOT_FOUND');
      await tried.takeBack();
      await place.turn();
      await refuseMany(app, appId);
      const key = c.req.header('idempotency-key')?.slice(0, 200);
      const digest = key === undefined ? null : digestOf(`key ${key}`);
      return told(await deliver(app, appId, { sender: 'hook', from: ip, digest }, null));
    } finally {
      place.leave();
    }
  });
  return pages;
}
