import * as v from 'valibot';
import { call } from '../call.ts';
import { Id } from '../schemas/fields.ts';
import { listQuery, page } from '../schemas/list.ts';
import { Notification } from '../schemas/notification.ts';
import { Outcome } from '../schemas/user.ts';

export const notificationCalls = {
  list: call({
    method: 'GET',
    path: '/notification',
    summary: 'The caller’s notifications, newest first',
    audience: 'signed-in',
  })
    .input(v.object(listQuery(['created_at', 'status', 'type'])))
    .output(v.object({ ...page(Notification).entries, totalUnReadNotificationCount: v.number() })),
  byId: call({
    method: 'GET',
    path: '/notification/{id}',
    summary: 'One notification',
    audience: 'signed-in',
    errors: ['NOT_FOUND'],
  })
    .input(v.object({ id: Id }))
    .output(Notification),
  bulk: call({
    noAuditLine: true,
    method: 'PUT',
    path: '/notification/status',
    summary: 'Mark all as read, or delete all',
    audience: 'signed-in',
  })
    .input(v.object({ status: v.picklist(['read_all', 'delete_all']) }))
    .output(Outcome),
  update: call({
    noAuditLine: true,
    method: 'PUT',
    path: '/notification/{id}',
    summary: 'Mark one as read or unread',
    audience: 'signed-in',
    errors: ['NOT_FOUND'],
  })
    .input(v.object({ id: Id, status: v.picklist(['unread', 'read']) }))
    .output(Outcome),
  remove: call({ method: 'DELETE', path: '/notification/{id}', summary: 'Delete one', audience: 'signed-in' })
    .input(v.object({ id: Id }))
    .output(Outcome),
};
