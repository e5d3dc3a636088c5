import * as v from 'valibot';
import { call } from '../call.ts';
import { WORKLOAD_SECTIONS } from '../sections.ts';
import { DomainEvidence, SiteDomain, SiteFqdnInput } from '../schemas/domain.ts';
import { Id } from '../schemas/fields.ts';
import { TaskStarted } from '../schemas/task.ts';

const access = { audience: 'signed-in', section: WORKLOAD_SECTIONS } as const;
const ById = v.object({ id: Id });
/** `task_id`: what changes the site now, or null. */
const Changed = v.object({ status: v.literal(true), data: SiteDomain, task_id: v.nullable(v.string()) });

export const domainCalls = {
  update: call({
    method: 'PUT',
    path: '/site/fqdn/{fqdn}',
    summary: 'Claim a domain of the customer’s own for a site; with domain_type sub_domain, rename the site',
    ...access,
    detailed: true,
    errors: [
      ...(['NOT_FOUND', 'DOMAIN_USED', 'DOMAIN_LICENSE', 'DOMAIN_EXISTS', 'STAGING_NAME'] as const),
      ...(['TASK_RUNNING', 'SITE_NOT_READY', 'LICENSE_NOT_VALID', 'LICENSE_USED'] as const),
      ...(['NAME_TAKEN', 'NAME_RESERVED', 'RENAME_NOT_SUBDOMAIN', 'STAGING_EXISTS'] as const),
    ],
  })
    .input(SiteFqdnInput)
    .output(Changed),
  bySite: call({
    method: 'GET',
    path: '/site/{id}/domain',
    summary: 'The domain of a site, how far it is, and what its owner has to do',
    ...access,
    errors: ['NOT_FOUND'],
  })
    .input(ById)
    .output(SiteDomain),
  evidence: call({
    method: 'GET',
    path: '/site/{id}/domain/evidence',
    summary: 'What resolvers and our servers say of the domain of a site now, as evidence; nothing is changed',
    ...access,
    errors: ['NOT_FOUND'],
    heavy: {},
  })
    .input(ById)
    .output(DomainEvidence),
  check: call({
    method: 'POST',
    path: '/site/{id}/domain/check',
    summary: 'Ask the resolvers now whether the domain of a site is its owner’s',
    ...access,
    errors: ['NOT_FOUND'],
    heavy: {},
  })
    .input(ById)
    .output(Changed),
  connect: call({
    method: 'POST',
    path: '/site/{id}/domain/connect',
    summary: 'Make a verified domain the address of the site, after a backup',
    ...access,
    errors: ['NOT_FOUND', 'TASK_RUNNING', 'SITE_NOT_READY', 'DOMAIN_NOT_VERIFIED', 'CONFLICT', 'DISK_FULL'],
  })
    .input(ById)
    .output(TaskStarted),
  remove: call({
    method: 'DELETE',
    path: '/site/{id}/domain',
    summary: 'Give a domain up; a site that has it as its address gets its old one back',
    ...access,
    errors: ['NOT_FOUND', 'TASK_RUNNING', 'SITE_NOT_READY', 'DISK_FULL'],
  })
    .input(ById)
    .output(Changed),
};
