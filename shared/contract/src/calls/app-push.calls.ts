import * as v from 'valibot';
import { call } from '../call.ts';
import { AppPush, PushSecretInput } from '../schemas/app-push.ts';
import { Id } from '../schemas/fields.ts';
import { Outcome } from '../schemas/user.ts';

const apps = { audience: 'signed-in', section: 'applications', errors: ['NOT_FOUND'] } as const;

/** How a push deploys an application; a part of the group `app`. */
export const appPushCalls = {
  push: call({
    method: 'GET',
    path: '/nucal/app/{id}/push',
    summary: 'How a push deploys an application, and the last pushes that were told',
    ...apps,
  })
    .input(v.object({ id: Id }))
    .output(AppPush),
  newPushSecret: call({
    method: 'POST',
    path: '/nucal/app/{id}/push/secret',
    summary: 'Make a new secret for pushes; the one before it stops working. It is in this answer only',
    ...apps,
    neverKept: true,
    scope: 'closed',
  })
    .input(PushSecretInput)
    .output(v.object({ ...Outcome.entries, secret: v.string(), url: v.string(), data: AppPush })),
};
