import * as v from 'valibot';
import { APP_SOURCES, DELIVERY_RESULTS, DELIVERY_SENDERS, PUSH_SECRETS } from '../app-values.ts';
import { Id } from './fields.ts';

/** One request that told of a push, and what became of it. */
export const AppDelivery = v.object({
  id: v.string(),
  at: v.string(),
  sender: v.picklist(DELIVERY_SENDERS),
  /** The address from which it came. */
  from: v.string(),
  result: v.picklist(DELIVERY_RESULTS),
  branch: v.nullable(v.string()),
  commit: v.nullable(v.string()),
  /** The build that it started, or null. */
  build_id: v.nullable(v.string()),
});
export type AppDelivery = v.InferOutput<typeof AppDelivery>;

/** How a push deploys an application. Secrets are in no answer but that of their creation. */
export const AppPush = v.object({
  source: v.picklist(APP_SOURCES),
  /** Whether a push of the branch builds. */
  auto_deploy: v.boolean(),
  branch: v.nullable(v.string()),
  /** The address for webhooks of repositories; it asks for a signature. */
  webhook_url: v.string(),
  /** When each secret was made; null without one. */
  secrets: v.object({
    webhook: v.nullable(v.string()),
    hook: v.nullable(v.string()),
    git: v.nullable(v.string()),
  }),
  /** The address of its repository in the panel's own Git, or null where its code is elsewhere. */
  git_url: v.nullable(v.string()),
  /** Why the panel's own Git does not work here, in words; null when it does. */
  git_missing: v.nullable(v.string()),
  /** The newest twenty. */
  deliveries: v.array(AppDelivery),
});
export type AppPush = v.InferOutput<typeof AppPush>;

export const PushSecretInput = v.object({ id: Id, kind: v.picklist(PUSH_SECRETS) });
