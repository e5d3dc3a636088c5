import { SITE_PICTURE_PATH, type Site } from '@panel/contract';
import { compareVersions } from '@panel/contract/compare-versions';
import { addressesOf } from '../../config/config.ts';
import type { AppContext } from '../../context/app-context.ts';
import type { ListedSite } from './site-list.repo.ts';
import { siteHealth } from './site-health.ts';
import { hasPort } from './site-ports.ts';

type Deps = Pick<AppContext, 'config' | 'hosting'>;

/** Newest first, by version number: 7.10 comes before 7.9. */
export const newestFirst = (versions: readonly string[]): string[] =>
  versions.toSorted((a, b) => compareVersions(b, a));

/** Where the administrator of a WordPress logs in. */
export const adminUrl = (siteUrl: string): string => `${siteUrl}/wp-admin/`;

/** Maps a site to the contract. */
export function publicSite({ config, hosting }: Deps): (row: ListedSite) => Site {
  const newest = newestFirst(hosting.capabilities().wpVersions)[0] ?? null;
  const address = addressesOf(config);
  return (row) => ({
    site_id: row.assignedAt ? row.id : null,
    fqdn: row.fqdn,
    url: address(row.fqdn),
    admin_url: hasPort({ hosting }, row, 'wordpress') ? adminUrl(address(row.fqdn)) : null,
    name: row.name,
    title: row.title,
    type: row.type,
    version: row.version,
    currentWordPressVersion: hasPort({ hosting }, row, 'wordpress') ? newest : null,
    php_version: row.phpVersion,
    image_id: row.imageId,
    status: row.status,
    health: siteHealth({ ...row.health, status: row.status, taskId: row.taskId }),
    isStage: row.isStage,
    staging: row.stage && { site_id: row.stage.id, fqdn: row.stage.fqdn, status: row.stage.status },
    parent_id: row.parentId,
    infra_domain_id: row.infraDomainId,
    domain_type: row.domainType,
    plan_type: row.planType,
    license_key: row.licenseKey,
    stripe_license_id: row.stripeLicenseId,
    customer_id: row.customerId,
    customer_email: row.customerEmail,
    customer_name: row.customerName || null,
    tags: row.tags,
    file_size: row.fileSize,
    totalRequests: row.requests,
    totalPageViews: row.pageViews,
    totalCDNUsage: row.bytes,
    is_password_protected: row.protectionUser !== null,
    picture_url:
      row.pictureAt && row.protectionUser === null
        ? `${SITE_PICTURE_PATH}${row.id}/${row.pictureAt.getTime()}.png`
        : null,
    task_id: row.taskId,
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
  });
}
