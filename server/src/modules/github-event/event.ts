import { list } from '@panel/contract';
import * as v from 'valibot';
import { parseJson } from '../../lib/parse-json.ts';
import { PAYLOAD_BYTES } from '../app-push/push-payload.ts';

const BOUNDS = { bytes: PAYLOAD_BYTES, depth: 16, elements: 50_000 };
/** That an installation gets or loses at once; each takes three values, so more would not fit into the bounds. */
const MOST_REPOSITORIES = 15_000;
const Numbered = v.pipe(v.number(), v.safeInteger(), v.minValue(1));
const Name = v.pipe(v.string(), v.maxLength(300), v.regex(/^\P{Cc}+$/u));
const Commit = v.pipe(v.string(), v.regex(/^[0-9a-f]{40,64}$/));
const Of = v.object({ id: Numbered });
const Repository = v.object({ id: Numbered, full_name: v.pipe(Name, v.regex(/^[\w-]+\/[\w.-]+$/)) });
/** Others have no `installation`: they come from a webhook that is not the App's. */
const ofRepository = { installation: Of, repository: Repository };

const Push = v.object({ ...ofRepository, ref: Name });
const Pull = v.object({
  ...ofRepository,
  action: Name,
  pull_request: v.object({ head: v.object({ ref: Name, sha: Commit, repo: v.nullable(Of) }) }),
});
const Installation = v.object({ installation: Of, action: Name });
const Repositories = v.object({
  installation: Of,
  action: Name,
  repositories_added: v.optional(list(Of, { max: MOST_REPOSITORIES }), []),
  repositories_removed: v.optional(list(Of, { max: MOST_REPOSITORIES }), []),
});

const read = <T>(schema: v.GenericSchema<unknown, T>, body: Buffer): T | null => parseJson(schema, body, BOUNDS);

/** The events that mean something here; null for a body of another form. */
export const readEvent = {
  push: (body: Buffer) => read(Push, body),
  pull_request: (body: Buffer) => read(Pull, body),
  installation: (body: Buffer) => read(Installation, body),
  installation_repositories: (body: Buffer) => read(Repositories, body),
};
