import { said, withMessage } from '../../context/said.ts';
import { calls } from '../../context/implement.ts';
import { scopeOf } from '../../context/scope.ts';
import { paged } from '../../kernel/paged.ts';
import { pageOfLicenses } from './license.repo.ts';
import { checkTenant } from '../../context/tenant.ts';
import {
  assignLicense,
  assignTo,
  availableLicenses,
  deactivateLicense,
  distributeLicense,
  givenLicenses,
  setRenewal,
  showLicenses,
  wordPressLicenses,
} from './license.service.ts';
import { publicLicense } from './public-license.ts';

const { license } = calls;

export const licenseRoutes = {
  list: license.list.handler(({ context, input }) => showLicenses(context, input.license_key)),
  available: license.available.handler(({ context, input }) => availableLicenses(context, input.project_type)),
  developer: license.developer.handler(({ context, input }) => givenLicenses(context, input.project_type)),
  checkWordPress: license.checkWordPress.handler(({ context, input }) => wordPressLicenses(context, input)),
  renewal: license.renewal.handler(async ({ context, input }) => ({
    status: 1 as const,
    data: await setRenewal(context, input.key, input.autoRenewal),
  })),
  deactivate: license.deactivate.handler(async ({ context, input }) => ({
    success: 1 as const,
    data: await deactivateLicense(context, input.id),
  })),
  assign: license.assign.handler(async ({ context, input }) => ({
    status: true as const,
    ...(await assignLicense(context, input)),
  })),
  assignApp: license.assignApp.handler(async ({ context, input: { licenseId, appId, ...hints } }) => {
    await checkTenant(context, hints);
    return { status: true as const, task_id: await assignTo(context, { licenseId, id: appId }, 'app') };
  }),
  ofApps: license.ofApps.handler(({ context }) => showLicenses(context, undefined, 'app')),
  partnerList: license.partnerList.handler(({ context, input }) =>
    paged(
      input,
      (slice) => pageOfLicenses(context.app.db, scopeOf(context), input, slice),
      publicLicense(context.app.clock.now()),
    ),
  ),
  distribute: license.distribute.handler(async ({ context, input }) => ({
    status: true as const,
    title: 'Success',
    ...withMessage(said('{email} has the license.', { email: input.email })),
    data: await distributeLicense(context, input),
  })),
};
