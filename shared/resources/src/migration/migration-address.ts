/** The pages of migrations (spec §2). */
export const MIGRATIONS_PATH = '/migrations';
export const NEW_MIGRATION_PATH = '/create-new-site/migration';
export const migrationPath = (id: string): string => `/migrations/overview/${encodeURIComponent(id)}`;
export const migrationFinishPath = (id: string): string => `${NEW_MIGRATION_PATH}/finish?id=${encodeURIComponent(id)}`;
