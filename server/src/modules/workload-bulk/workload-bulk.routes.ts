import { calls } from '../../context/implement.ts';
import { listTags, saveTags } from './tag.service.ts';
import {
  showWorkloadBulk,
  startAppBulk,
  startAppLicenses,
  startSiteBulk,
  startSiteLicenses,
} from './workload-bulk.service.ts';

const { bulk, tag } = calls;

export const bulkRoutes = {
  sites: bulk.sites.handler(({ context, input }) => startSiteBulk(context, input)),
  apps: bulk.apps.handler(({ context, input }) => startAppBulk(context, input)),
  siteLicenses: bulk.siteLicenses.handler(({ context, input }) => startSiteLicenses(context, input)),
  appLicenses: bulk.appLicenses.handler(({ context, input }) => startAppLicenses(context, input)),
  byId: bulk.byId.handler(({ context, input }) => showWorkloadBulk(context, input.id)),
};

export const tagRoutes = {
  list: tag.list.handler(async ({ context, input }) => ({ tags: await listTags(context, input.subject) })),
  save: tag.save.handler(async ({ context, input }) => ({
    status: true as const,
    tags: await saveTags(context, input),
  })),
};
