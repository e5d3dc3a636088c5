import { CdnCacheSettings, type FleetKind } from '@panel/contract';
import { compareVersions } from '@panel/contract/compare-versions';
import { isDeepStrictEqual } from 'node:util';
import * as v from 'valibot';
import { said, sentence } from '../../context/said.ts';
import type { StepContext } from '../../tasks/task-kind.ts';
import { putCdnSettings, savedCdnSettings } from '../cdn/cdn.service.ts';
import { measureSite } from '../site/site-checks.ts';
import { hasPort } from '../site/site-ports.ts';
import { siteOf } from '../site/site-task-steps.ts';
import type { FleetChangeKind } from './fleet-change.ts';

const HadVersion = v.object({ version: v.string() });
const HadSettings = v.object({ settings: v.nullable(CdnCacheSettings) });

/** `8.4` of `8.4.25`: sites choose a line of PHP, not a patch. */
const lineOf = (version: string): string => version.split('.').slice(0, 2).join('.');

const php: FleetChangeKind<'php'> = {
  label: { change: 'Changing the PHP version', putBack: 'Putting the earlier PHP version back' },
  doing: ({ version }) => said('Changing to PHP {version}', { version }),
  subject: ({ version }) => sentence('PHP {version}', { version }),
  now: ({ phpVersion }) => phpVersion,
  archives: false,
  preview({ hosting }, site, { version }) {
    if (!hasPort({ hosting }, site, 'runtimes')) return 'no_php';
    if (!hosting.capabilities().phpVersions.some(({ id }) => id === version)) return 'php_missing';
    if (site.phpVersion === null) return 'php_unknown';
    return lineOf(site.phpVersion) === version ? 'has_php' : null;
  },
  async before(context) {
    const { phpVersion } = await siteOf(context);
    if (phpVersion === null) throw new Error('The PHP version of the site is not known.');
    return { version: lineOf(phpVersion) };
  },
  apply: ({ app, task }, { version }) => app.hosting.usePhp(task.resourceId, version),
  undo: ({ app, task }, had) => app.hosting.usePhp(task.resourceId, v.parse(HadVersion, had).version),
};

const wordpress: FleetChangeKind<'wordpress'> = {
  label: { change: 'Upgrading WordPress', putBack: 'Putting the earlier WordPress back' },
  doing: ({ version }) => said('Upgrading to WordPress {version}', { version }),
  subject: ({ version }) => sentence('WordPress {version}', { version }),
  now: ({ kind, version }) => (kind === 'wordpress' ? version : null),
  // An upgrade changes the database, and no older WordPress reads a newer one.
  archives: true,
  preview({ hosting }, site, { version }) {
    if (!hasPort({ hosting }, site, 'wordpress')) return 'no_wordpress';
    if (!hosting.capabilities().wpVersions.includes(version)) return 'wordpress_missing';
    return site.version !== null && compareVersions(version, site.version) <= 0 ? 'has_wordpress' : null;
  },
  before: async () => ({}),
  async apply({ app, task }, { version }) {
    await app.hosting.upgrade(task.resourceId, version);
    await measureSite(app, task.resourceId);
  },
  async undo(context: StepContext, _had, archive) {
    const { app, task, note } = context;
    await app.hosting.restore(task.resourceId, archive, 'all', { note });
    await measureSite(app, task.resourceId);
  },
};

const cache: FleetChangeKind<'cache'> = {
  label: { change: 'Changing the cache rules', putBack: 'Putting the earlier cache rules back' },
  doing: () => said('Saving the cache rules'),
  subject: () => sentence('Cache rules'),
  now: () => null,
  archives: false,
  preview: (_app, { isStage, protectionUser }) => {
    if (isStage) return 'staging';
    return protectionUser === null ? null : 'protected';
  },
  before: async ({ app, task }) => ({ settings: await savedCdnSettings(app, task.resourceId) }),
  apply: ({ app, task }, { settings }) => putCdnSettings(app, task.resourceId, settings),
  undo: ({ app, task }, had) => putCdnSettings(app, task.resourceId, v.parse(HadSettings, had).settings),
  check: async ({ app, task }, { settings }) =>
    isDeepStrictEqual(await savedCdnSettings(app, task.resourceId), settings),
};

const KINDS: { readonly [Kind in FleetKind]: FleetChangeKind<Kind> } = { php, wordpress, cache };

/** The declaration of a kind. */
export const changeKind = (kind: FleetKind): FleetChangeKind => KINDS[kind] as unknown as FleetChangeKind;
