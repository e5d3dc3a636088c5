import type { Site } from '@panel/contract';
import { addressesOf } from '../../config.ts';
import type { AppContext } from '../../process/app-context.ts';
import type { ListedSite } from './site-list.repo.ts';

type Deps = Pick<AppContext, 'config' | 'hosting'>;

/** Newest first, by number: 7.10 comes before 7.9. */
export const newestFirst = (versions: readonly string[]): string[] =>
  [...versions].sort((a, b) => b.localeCompare(a, 'en', { numeric: true }));

/** A site as the wire tells it. */
export function publicSite({ config, hosting }: Deps): (row: ListedSite) => Site {
  const newest = newestFirst(hosting.capabilities().wpVersions)[0] ?? null;
  const address = addressesOf(config);
  return (row) => ({
    site_id: row.assigned ? row.id : null,
    fqdn: row.fqdn,
    url: address(row.fqdn),
    name: row.name,
    type: row.type,
    version: row.version,
    currentWordPressVersion: row.type === 'wordpress' ? newest : null,
    php_version: row.php_version,
    status: row.status,
    isStage: row.is_stage,
    infra_domain_id: row.infra_domain_id,
    domain_type: row.domain_type,
    plan_type: row.plan_type,
    license_key: row.license_key,
    stripe_license_id: row.stripe_license_id,
    customer_id: row.customer_id,
    customer_email: row.customer_email,
    file_size: row.file_size === null ? null : Number(row.file_size),
    totalRequests: Number(row.requests),
    totalPageViews: Number(row.page_views),
    totalCDNUsage: Number(row.bytes),
    is_password_protected: row.protected,
    task_id: row.task_id,
    created_at: new Date(row.created_at).toISOString(),
    updated_at: new Date(row.updated_at).toISOString(),
  });
}
