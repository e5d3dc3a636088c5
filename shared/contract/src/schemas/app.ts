import * as v from 'valibot';
import { listQuery } from './list.ts';

export const App = v.object({
  id: v.string(),
  fqdn: v.string(),
  name: v.string(),
  type: v.picklist(['manual', 'fullstack', 'frontend']),
  domain_type: v.picklist(['sub_domain', 'custom_domain']),
  plan_type: v.string(),
  created_at: v.string(),
});
export type App = v.InferOutput<typeof App>;

export const AppListQuery = v.object({
  ...listQuery(['created_at', 'fqdn', 'name', 'type']),
  searchKey: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(253))),
});
