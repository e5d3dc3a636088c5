import * as v from 'valibot';
import { call } from '../call.ts';
import { BULK_SUBJECTS } from '../schemas/bulk.ts';
import { expected } from '../schemas/expected.ts';
import { list } from '../schemas/bounded.ts';
import { Id } from '../schemas/fields.ts';
import { TAGS_MAX, WorkloadTags } from '../schemas/tag.ts';
import { WORKLOAD_SECTIONS } from '../sections.ts';
import { Outcome } from '../schemas/user.ts';

const both = { audience: 'signed-in', section: WORKLOAD_SECTIONS } as const;

/** Tags of sites and applications, which customers and the staff of their partner share. */
export const tagCalls = {
  list: call({
    method: 'GET',
    path: '/workload/tags',
    summary: 'The tags that the caller’s sites or applications have, by name; at most 200',
    ...both,
    scope: 'sites:read',
  })
    .input(v.object({ subject: v.picklist(BULK_SUBJECTS) }))
    .output(v.object({ tags: v.array(v.string()) })),
  save: call({
    method: 'PUT',
    path: '/workload/{id}/tags',
    summary: 'Set the tags of a site or an application',
    ...both,
    scope: 'sites:write',
    errors: ['NOT_FOUND', 'CONFLICT'],
  })
    .input(
      v.object({
        id: Id,
        tags: WorkloadTags,
        ...expected({ tags: list(v.string(), { max: TAGS_MAX }) }),
      }),
    )
    .output(v.object({ ...Outcome.entries, tags: v.array(v.string()) })),
};
