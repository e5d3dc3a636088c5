import * as v from 'valibot';
import { call } from '../call.ts';
import { expected } from '../schemas/expected.ts';
import { Id } from '../schemas/fields.ts';
import { PackageName, Signature } from '../schemas/release.ts';
import { ConfiguredKey, KeyRefusal, OwnedPackages, PublicKey, Team, TeamName } from '../schemas/team.ts';
import { Outcome } from '../schemas/user.ts';

const audience = 'superadmin' as const;

const Saved = v.object({ ...Outcome.entries, team: Team });

/** Teams, their packages and their keys (ADR 0041): for a superadmin's session, never with a token. */
export const teamCalls = {
  list: call({
    method: 'GET',
    path: '/platform/teams',
    summary: 'Teams with their packages and keys, the keys of RELEASE_KEYS, and rejected attempts',
    audience,
  }).output(
    v.object({
      teams: v.array(Team),
      configured: v.array(ConfiguredKey),
      /** Every package that has a release or an owner, the shell first. */
      packages: v.array(PackageName),
      /** From the audit log: the newest ten of the last 30 days. */
      refused: v.array(KeyRefusal),
    }),
  ),
  create: call({
    method: 'POST',
    path: '/platform/teams',
    summary: 'Create a team, with the packages that belong to it',
    audience,
    errors: ['TEAM_REFUSED'],
  })
    .input(v.object({ name: TeamName, packages: OwnedPackages }))
    .output(Saved),
  update: call({
    method: 'PUT',
    path: '/platform/teams/{id}',
    summary: 'Rename a team, or change the packages that belong to it',
    audience,
    errors: ['NOT_FOUND', 'TEAM_REFUSED', 'CONFLICT'],
  })
    .input(
      v.object({
        id: Id,
        name: TeamName,
        packages: OwnedPackages,
        ...expected({ name: v.string(), packages: OwnedPackages }),
      }),
    )
    .output(Saved),
  addKey: call({
    method: 'POST',
    path: '/platform/teams/{id}/keys',
    summary: 'Add a public key to a team; the previous one stops working after a day',
    audience,
    stepUp: true,
    errors: ['NOT_FOUND', 'TEAM_REFUSED'],
  })
    .input(v.object({ id: Id, publicKey: PublicKey }))
    .output(Saved),
  invite: call({
    neverKept: true,
    method: 'POST',
    path: '/platform/teams/{id}/invitation',
    summary: 'Create a one-time code with which the team adds its key; replaces an open invitation',
    audience,
    stepUp: true,
    errors: ['NOT_FOUND'],
  })
    .input(v.object({ id: Id }))
    .output(v.object({ ...Saved.entries, code: v.string() })),
  enroll: call({
    method: 'POST',
    path: '/platform/keys',
    summary: 'Add the public key of an invited team, with the code as bearer token',
    audience,
    token: 'invitation',
    errors: ['TEAM_REFUSED', 'TOKEN_WRONG'],
  })
    .input(v.object({ publicKey: PublicKey }))
    .output(v.object({ ...Outcome.entries, team: v.string(), packages: v.array(PackageName), keyId: v.string() })),
  revoke: call({
    method: 'POST',
    path: '/platform/keys/{keyId}/revoke',
    summary: 'Reject a key from now on; what it released before keeps running',
    audience,
    errors: ['NOT_FOUND', 'TEAM_REFUSED'],
  })
    .input(v.object({ keyId: Signature.entries.keyId }))
    .output(Saved),
};
