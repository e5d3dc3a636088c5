import * as v from 'valibot';
import { call } from '../call.ts';
import { WORKLOAD_SECTIONS } from '../sections.ts';
import { Id } from '../schemas/fields.ts';
import { Ssl, SslUpdateInput, SslUploadInput } from '../schemas/ssl.ts';
import { TaskStarted } from '../schemas/task.ts';

const access = { audience: 'signed-in', section: WORKLOAD_SECTIONS } as const;
const ById = v.object({ id: Id });

export const sslCalls = {
  get: call({
    method: 'GET',
    path: '/site/{id}/ssl',
    summary: 'The certificate of a site, its last check, and what is chosen',
    ...access,
    errors: ['NOT_FOUND'],
  })
    .input(ById)
    .output(Ssl),
  request: call({
    method: 'POST',
    path: '/site/{id}/ssl',
    summary: 'Request a new certificate for all addresses of a site',
    ...access,
    errors: ['NOT_FOUND', 'TASK_RUNNING', 'SSL_OFF'],
  })
    .input(ById)
    .output(TaskStarted),
  update: call({
    method: 'PUT',
    path: '/site/{id}/ssl',
    summary: 'Choose whether visitors are sent to https, and whether browsers remember it',
    ...access,
    errors: ['NOT_FOUND', 'SSL_OFF', 'VALIDATION', 'CONFLICT'],
  })
    .input(SslUpdateInput)
    .output(Ssl),
  upload: call({
    method: 'PUT',
    path: '/site/{id}/ssl/certificate',
    summary: 'Serve a certificate of one’s own',
    ...access,
    errors: ['NOT_FOUND', 'SSL_OFF', 'VALIDATION'],
    // A chain of certificates and a key, each with its line breaks escaped.
    bodyLimitBytes: 256 * 1024,
  })
    .input(SslUploadInput)
    .output(Ssl),
  removeUpload: call({
    method: 'DELETE',
    path: '/site/{id}/ssl/certificate',
    summary: 'Remove one’s own certificate; the panel’s is served again',
    ...access,
    errors: ['NOT_FOUND'],
  })
    .input(ById)
    .output(Ssl),
  check: call({
    noAuditLine: true,
    method: 'POST',
    path: '/site/{id}/ssl/check',
    summary: 'Look at what is served, by a real handshake',
    ...access,
    errors: ['NOT_FOUND', 'SSL_OFF'],
  })
    .input(ById)
    .output(Ssl),
};
