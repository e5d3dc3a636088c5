import * as v from 'valibot';
import { call } from '../call.ts';
import { AuditCheck, AuditLine, AuditListQuery, AuditSettings } from '../schemas/audit.ts';
import { page } from '../schemas/list.ts';
import { Outcome } from '../schemas/user.ts';

export const auditCalls = {
  list: call({
    method: 'GET',
    path: '/audit',
    summary: 'Who changed what, the newest first, by page: all lines of the partner',
    audience: 'staff',
  })
    .input(AuditListQuery)
    .output(page(AuditLine)),
  own: call({
    method: 'GET',
    path: '/audit/own',
    member: 'manage',
    summary: 'What was changed in the caller’s account, also by support, the newest first, by page',
    audience: 'customer',
    scope: 'closed',
  })
    .input(AuditListQuery)
    .output(page(AuditLine)),
  check: call({
    method: 'GET',
    path: '/audit/check',
    summary: 'Check the chain of the partner’s lines: whether one was changed or removed',
    audience: 'staff',
    heavy: {},
  }).output(AuditCheck),
  settings: call({
    method: 'GET',
    path: '/audit/settings',
    summary: 'For how long lines are kept',
    audience: 'staff',
  }).output(AuditSettings),
  saveSettings: call({
    method: 'PUT',
    path: '/audit/settings',
    summary: 'Change for how long lines are kept',
    audience: 'staff',
    stepUp: true,
  })
    .input(AuditSettings)
    .output(v.object({ ...Outcome.entries, data: AuditSettings })),
};
