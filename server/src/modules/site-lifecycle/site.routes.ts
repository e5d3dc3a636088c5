import { renameSite } from '../site-address/rename-site.ts';
import { findSite, findWorkload, showSite } from '../site/find-site.ts';
import type { Site } from '@panel/contract';
import type { CallContext } from '../../context/call-context.ts';
import { calls } from '../../context/implement.ts';
import { withMessage, type Said } from '../../context/said.ts';
import { paged } from '../../kernel/paged.ts';
import { scopeOf } from '../../context/scope.ts';
import { compareVersions } from '@panel/contract/compare-versions';
import { claimNameservers } from '../dns/nameservers.repo.ts';
import { OURS, refusalOf } from '../domain/domain-name.ts';
import { isDomainUsed } from '../domain/domain.service.ts';
import { displayDomain } from '../domain/look-alike.ts';
import { isHostTaken } from '../site/site.repo.ts';
import { finalizeTransfer } from '../site-access/site-transfer.service.ts';
import { finalizeSource, showSource } from '../site-source/site-source.service.ts';
import { findTask } from '../task/task.routes.ts';
import { labelOf, isReserved } from '../site/site-name.ts';
import { newestFirst, publicSite } from '../site/public-site.ts';
import { listNestedSites, listSites, type ListQuery, type SiteFilter } from '../site/site-list.repo.ts';
import { importUpload } from './site-import.service.ts';
import * as service from './site.service.ts';
import * as work from './site-commands.service.ts';
import { moveSiteDatabase } from './site-database.service.ts';
import { changePhp, upgradeWordPress } from './site-upgrade.service.ts';

/** Maximum length of the list without pages. */
const ALL_MAX = 1000;
const { site } = calls;

type ListInput = Pick<ListQuery, 'orderBy'> & { pageIndex: number; pageSize: number; sortOrder?: 'asc' | 'desc' };

const pageOf = (context: CallContext, input: ListInput, filter: SiteFilter = {}) =>
  paged(
    input,
    (slice) => listSites(context.app.db, scopeOf(context), { ...filter, ...slice }),
    publicSite(context.app),
  );

const nestedPageOf = (context: CallContext, input: ListInput, filter: SiteFilter) =>
  paged(
    input,
    (slice) => listNestedSites(context.app.db, scopeOf(context), { ...filter, ...slice }),
    publicSite(context.app),
    ({ foundCount, rows }) => ({ foundCount, contextIds: rows.filter(({ isFound }) => !isFound).map(({ id }) => id) }),
  );

const updated = (data: Site) => ({ status: true as const, data });

/** Why nobody can have a domain, in English and by what says it in other languages. */
const refusedAs = (refusal: Said | null) =>
  refusal === null ? { refused: null } : { refused: withMessage(refusal).message, ...refusal };

export const siteRoutes = {
  list: site.list.handler(({ context, input }) => pageOf(context, input)),
  filter: site.filter.handler(({ context, input }) => {
    const { keyword, status, type, customer_id: customerId, health, warning, environment, tag } = input;
    const filter = { keyword, status, type, customerId, health, warning, environment, tag };
    return input.nested ? nestedPageOf(context, input, filter) : pageOf(context, input, filter);
  }),
  all: site.all.handler(async ({ context }) => {
    const whole = { limit: ALL_MAX, offset: 0, orderBy: 'created_at', sortOrder: 'desc' } as const;
    const { rows } = await listSites(context.app.db, scopeOf(context), whole);
    return rows.map(publicSite(context.app));
  }),
  byMigration: site.byMigration.handler(({ context, input }) => pageOf(context, input, { byMigration: true })),
  summary: site.summary.handler(({ context }) => service.siteSummary(context)),
  byId: site.byId.handler(({ context, input }) => showSite(context, input)),
  overview: site.overview.handler(({ context, input }) => service.siteOverview(context, input)),
  checkFqdn: site.checkFqdn.handler(async ({ context, input }) => {
    const label = labelOf(input.fqdn, context.partner.sitesDomain);
    const { db } = context.app;
    const display = displayDomain(input.fqdn);
    if (label === undefined)
      return {
        ...{ status: true, reserved: false, display },
        used: await isDomainUsed(db, input.fqdn),
        ...refusedAs(await refusalOf(db, input.fqdn)),
      };
    const reserved = isReserved(label);
    const used = reserved || (await isHostTaken(db, input.fqdn));
    return { status: true, reserved, used, display, ...refusedAs(OURS) };
  }),
  nameservers: site.nameservers.handler(async ({ context, input }) => {
    const { id, isStage } = await findSite(context, input);
    if (isStage) return context.partner.stagingNameservers;
    return (await claimNameservers(context.app.db, id)) ?? context.partner.nameservers;
  }),
  images: site.images.handler(({ context }) => {
    const { wpVersions, phpVersions } = context.app.hosting.capabilities();
    const [standard] = phpVersions;
    return {
      images: [{ id: work.IMAGE_ID, title: 'WordPress' }],
      wp_versions: newestFirst(wpVersions).map((id) => ({ id, title: id })),
      php_versions: [...phpVersions]
        .sort((a, b) => compareVersions(b.version, a.version))
        .map(({ id, version: title, extensions }) => ({
          ...{ id, title, is_default: id === standard?.id },
          extensions: extensions && [...extensions],
        })),
    };
  }),
  create: site.create.handler(({ context, input }) =>
    'type' in input ? work.createSite(context, input) : work.initiateSite(context, input),
  ),
  import: site.import.handler(({ context, input }) => importUpload(context, input)),
  check: site.check.handler(({ context, input }) => findTask(context, input.taskId)),
  finalize: site.finalize.handler(({ context, input }) =>
    input.type === 'wordpress'
      ? work.finalizeSite(context, input)
      : input.type === 'ftp'
        ? finalizeTransfer(context, input)
        : finalizeSource(context, input),
  ),
  source: site.source.handler(({ context, input }) => showSource(context, input.id)),
  wordpressInfo: site.wordpressInfo.handler(({ context, input }) => service.askWordPress(context, input.fqdn)),
  fileSize: site.fileSize.handler(async ({ context, input }) => ({
    status: true,
    totalSize: await service.measureNow(context, input.fqdn),
  })),
  version: site.version.handler(async ({ context, input }) => ({
    status: true,
    version: (await service.askWordPress(context, input.fqdn)).version,
  })),
  upgrade: site.upgrade.handler(({ context, input }) => upgradeWordPress(context, input)),
  moveDatabase: site.moveDatabase.handler(({ context, input }) => moveSiteDatabase(context, input)),
  changePhp: site.changePhp.handler(({ context, input }) => changePhp(context, input)),
  rename: site.rename.handler(({ context, input }) => renameSite(context, input.params.fqdn, input.body.new_fqdn)),
  update: site.update.handler(async ({ context, input: { id, ...change } }) =>
    updated(await service.updateSite(context, id, change)),
  ),
  updateStatus: site.updateStatus.handler(async ({ context, input }) =>
    updated(await service.setStatus(context, input.id, input.status)),
  ),
  remove: site.remove.handler(({ context, input }) => work.deleteSite(context, input.id)),
  removeFailed: site.removeFailed.handler(({ context, input }) => work.deleteFailedSite(context, input.fqdn)),
  assignCustomer: site.assignCustomer.handler(async ({ context, input }) =>
    updated(await service.assignCustomer(context, input.id, input.customer_id, input.expected)),
  ),
  passwordProtection: site.passwordProtection.handler(async ({ context, input }) => {
    const { protectionUser } = await findWorkload(context, input);
    return { status: true, password_protection: protectionUser ? { username: protectionUser } : null };
  }),
};
