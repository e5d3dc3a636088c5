export * from './schema/app.table.ts';
export * from './schema/partner-version.table.ts';
export * from './schema/partner.table.ts';
export * from './schema/record.table.ts';
export * from './schema/release.table.ts';
export * from './schema/site.table.ts';
export * from './schema/task.table.ts';
export * from './schema/user.table.ts';
