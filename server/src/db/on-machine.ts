import { sql, type SQL, type SQLWrapper } from 'drizzle-orm';
import { workload } from './schema.ts';

/**
 * What a machine may look after: workloads whose files it has, and those that nobody has claimed.
 * @param alias of the table of workloads
 */
export const onMachine = (machine: string, alias = 'workload'): SQL =>
  sql`(${sql.identifier(alias)}.node_id is null or ${sql.identifier(alias)}.node_id = ${machine}::uuid)`;

/** The same of something with the id of a workload. */
export const isOnMachine = (machine: string, workloadId: SQLWrapper): SQL =>
  sql`exists (select 1 from ${workload} on_machine where on_machine.id = ${workloadId} and ${onMachine(machine, 'on_machine')})`;
