import { randomBytes } from 'node:crypto';
import {
  DEPLOY_HOOK_PATH,
  GIT_PATH,
  PUSH_SECRETS,
  WEBHOOK_PATH,
  type AppDelivery,
  type AppPush,
  type AppSource,
  type PushSecret,
} from '@panel/contract';
import { addressesOf } from '../../config/config.ts';
import { audit } from '../../context/audit.repo.ts';
import { signedIn, type CallContext } from '../../context/call-context.ts';
import { idHash } from '../../context/csrf.ts';
import { PanelError } from '../../kernel/errors.ts';
import { findApp, lockOwnApp } from '../app/app-access.ts';
import { listDeliveries, type DeliveryRow } from './delivery.repo.ts';
import { secretsOf, storeSecret } from './push-secret.repo.ts';

/** 192 bits. */
const SECRET_BYTES = 24;

const wireDelivery = (row: DeliveryRow): AppDelivery => ({
  id: row.id,
  at: row.createdAt.toISOString(),
  sender: row.sender,
  from: row.fromAddress,
  result: row.result,
  branch: row.branch,
  commit: row.commit,
  build_id: row.buildId,
});

const addressIn = ({ app, partner }: CallContext, path: string): string =>
  `${addressesOf(app.config)(partner.domain)}${path}`;

/** Whether the code of an application is, or can be, in the panel's own Git. */
export const hasRepository = ({ source }: { source: AppSource }): boolean =>
  source === 'panel' || source === 'template';

/** How a push deploys an application. @throws PanelError NOT_FOUND */
export async function showPush(context: CallContext, id: string): Promise<AppPush> {
  const { app } = await findApp(context, id);
  const { db } = context.app;
  const [secrets, deliveries] = await Promise.all([secretsOf(db, id), listDeliveries(db, id)]);
  const madeAt = (kind: PushSecret) => secrets.find((each) => each.kind === kind)?.createdAt.toISOString() ?? null;
  return {
    ...{ source: app.source, auto_deploy: app.autoDeploy, branch: app.branch },
    webhook_url: addressIn(context, `${WEBHOOK_PATH}${id}`),
    secrets: { webhook: madeAt('webhook'), hook: madeAt('hook'), git: madeAt('git') },
    git_url: hasRepository(app) ? addressIn(context, `${GIT_PATH}${id}.git`) : null,
    git_missing: context.app.hosting.repositoriesMissing(),
    deliveries: deliveries.map(wireDelivery),
  };
}

/** Makes a secret; it is in the answer of this call only. @throws PanelError NOT_FOUND */
export async function newSecret(
  context: CallContext,
  { id, kind }: { id: string; kind: PushSecret },
): Promise<{ secret: string; url: string }> {
  const { app, partner, request } = context;
  const secret = `${PREFIX[kind]}${randomBytes(SECRET_BYTES).toString('base64url')}`;
  await app.db.transaction(async (tx) => {
    const { workload, app: row } = await lockOwnApp(context, tx, id);
    if (row.source === 'zip') throw new PanelError('NOT_FOUND');
    const stored = kind === 'webhook' ? { sealed: app.secrets.seal(secret) } : { hash: idHash(secret) };
    await storeSecret(tx, { appId: id, kind, createdAt: app.clock.now(), ...stored });
    const who = { partnerId: partner.id, userId: signedIn(context).id, request };
    await audit(tx, 'app.push_secret', who, { siteId: id, fqdn: workload.fqdn, kind });
  });
  const paths: Record<PushSecret, string> = {
    webhook: `${WEBHOOK_PATH}${id}`,
    hook: `${DEPLOY_HOOK_PATH}${secret}`,
    git: `${GIT_PATH}${id}.git`,
  };
  return { secret, url: addressIn(context, paths[kind]) };
}

/** What a secret begins with, so that secret scanners tell them apart. */
const PREFIX: Readonly<Record<PushSecret, string>> = { webhook: 'pnlw_', hook: 'pnlh_', git: 'pnlg_' };
/** Whether a text has the form of such a secret. */
export const isSecretOf = (kind: PushSecret, text: string): boolean =>
  PUSH_SECRETS.includes(kind) && text.startsWith(PREFIX[kind]) && /^[\w-]{37}$/.test(text);
