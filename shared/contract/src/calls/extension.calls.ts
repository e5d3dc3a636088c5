import * as v from 'valibot';
import { call } from '../call.ts';
import { DirectoryDetails, DirectoryItem, DirectoryQuery, DirectorySlug } from '../schemas/directory.ts';
import {
  AvailableSite,
  EXTENSION_ZIP_MAX_BYTES,
  Extension,
  ExtensionChange,
  ExtensionListQuery,
  ExtensionRun,
  ExtensionRunSummary,
  ExtensionSlug,
  ExtensionUpload,
  ExtensionVersion,
  InstalledExtension,
  InstalledState,
  PlanDecisionInput,
  PlanListQuery,
  type ExtensionKind,
} from '../schemas/extension.ts';
import { Id } from '../schemas/fields.ts';
import { page } from '../schemas/list.ts';
import { Outcome } from '../schemas/user.ts';

const section = 'sites' as const;
const ById = v.object({ id: Id });
/** Headers and the other fields of the form. */
const FORM_BYTES = 65_536;

/** The calls of plugins; those of themes are the same under another path (spec §7). */
const extensionCalls = (kind: ExtensionKind) => ({
  list: call({
    method: 'GET',
    path: `/${kind}`,
    summary: `The versions of ${kind}s in the caller’s library, and whether this installation has a directory`,
    audience: 'signed-in',
    section,
  })
    .input(ExtensionListQuery)
    .output(v.object({ ...page(Extension).entries, has_directory: v.boolean() })),
  installed: call({
    method: 'GET',
    path: `/${kind}/installed`,
    summary: `The ${kind}s on the caller’s sites; \`check=now\` reads the sites before responding`,
    audience: 'signed-in',
    section,
    heavy: { when: 'check' },
  })
    .input(v.object({ ...ExtensionListQuery.entries, check: v.optional(v.literal('now')) }))
    .output(v.object({ ...page(InstalledExtension).entries, ...InstalledState.entries })),
  availableSites: call({
    method: 'GET',
    path: `/${kind}/available/sites`,
    summary: `The caller’s WordPress sites, and whether this ${kind} can be installed there; at most 1,000`,
    audience: 'signed-in',
    section,
    errors: ['NOT_FOUND'],
  })
    .input(v.object({ slug: ExtensionSlug, version: ExtensionVersion }))
    .output(v.array(AvailableSite)),
  byId: call({
    method: 'GET',
    path: `/${kind}/{id}`,
    summary: `One version of a ${kind} in the library`,
    audience: 'signed-in',
    section,
    errors: ['NOT_FOUND'],
  })
    .input(ById)
    .output(Extension),
  upload: call({
    method: 'POST',
    path: `/${kind}`,
    member: 'create',
    summary: `Add a zip of a ${kind} to the library`,
    audience: 'customer',
    section,
    errors: ['TENANT_MISMATCH', 'TOO_LARGE', 'DISK_FULL', 'ARCHIVE_REFUSED'],
    upload: true,
    bodyLimitBytes: EXTENSION_ZIP_MAX_BYTES + FORM_BYTES,
    heavy: {},
  })
    .input(ExtensionUpload)
    .output(v.object({ ...Outcome.entries, data: Extension })),
  directory: call({
    method: 'GET',
    path: `/${kind}/directory`,
    summary: `Search the directory of ${kind}s`,
    audience: 'signed-in',
    section,
    errors: ['DIRECTORY_OFF', 'DIRECTORY_UNAVAILABLE'],
    heavy: {},
  })
    .input(DirectoryQuery)
    .output(page(DirectoryItem)),
  directoryItem: call({
    method: 'GET',
    path: `/${kind}/directory/{slug}`,
    summary: `What the directory says about one ${kind}`,
    audience: 'signed-in',
    section,
    errors: ['NOT_FOUND', 'DIRECTORY_OFF', 'DIRECTORY_UNAVAILABLE'],
    heavy: {},
  })
    .input(DirectorySlug)
    .output(DirectoryDetails),
  addFromDirectory: call({
    method: 'POST',
    path: `/${kind}/directory/{slug}`,
    member: 'create',
    summary: `Add the newest version of a ${kind} of the directory to the library`,
    audience: 'customer',
    section,
    errors: [
      'NOT_FOUND',
      'DISK_FULL',
      'ARCHIVE_REFUSED',
      'TOO_LARGE',
      'DIRECTORY_OFF',
      'DIRECTORY_UNAVAILABLE',
      'DIRECTORY_MISMATCH',
      'DIRECTORY_NO_DOWNLOAD',
    ],
    grows: true,
    heavy: {},
  })
    .input(DirectorySlug)
    .output(v.object({ ...Outcome.entries, data: Extension })),
  change: call({
    method: 'POST',
    path: `/${kind}/installed`,
    summary: `Install, activate, deactivate, update or delete ${kind}s on many sites, one task per site`,
    audience: 'customer',
    section,
    errors: ['TENANT_MISMATCH', 'NOT_FOUND'],
  })
    .input(ExtensionChange)
    .output(v.object({ ...Outcome.entries, run_id: v.string() })),
  remove: call({
    method: 'DELETE',
    path: `/${kind}/{id}`,
    member: 'create',
    summary: `Delete a version of a ${kind} from the library; sites keep it`,
    audience: 'customer',
    section,
  })
    .input(ById)
    .output(Outcome),
});

export const pluginCalls = extensionCalls('plugin');
export const themeCalls = extensionCalls('theme');

/** What the specification has no calls for: the progress of a change on many sites, and decisions about a plan. */
export const extensionRunCalls = {
  open: call({
    method: 'GET',
    path: '/extension-run',
    summary: 'Plans of the caller that have not ended, the newest first; at most 20',
    audience: 'signed-in',
    section,
  })
    .input(PlanListQuery)
    .output(v.array(ExtensionRunSummary)),
  decide: call({
    method: 'POST',
    path: '/extension-run/{id}/decision',
    member: 'create',
    summary: 'Continue or stop a plan, or leave out a site',
    audience: 'customer',
    section,
    errors: ['NOT_FOUND', 'CONFLICT', 'TASK_RUNNING', 'TENANT_MISMATCH'],
  })
    .input(PlanDecisionInput)
    .output(Outcome),
  byId: call({
    method: 'GET',
    path: '/extension-run/{id}',
    summary: 'Progress and result per site of a change of plugins or themes',
    audience: 'signed-in',
    section,
    errors: ['NOT_FOUND'],
  })
    .input(ById)
    .output(ExtensionRun),
};
