import type { AppContext } from '../../context/app-context.ts';
import type { AppContent } from '../../db/schema/backup.table.ts';
import * as v from 'valibot';

const SEALED = v.array(v.object({ name: v.string(), value: v.string(), phase: v.string() }));

/** What the server of a backed up release was started with, by name. */
export function releaseVariables(
  { secrets }: Pick<AppContext, 'secrets'>,
  content: Pick<AppContent, 'variables'> | null,
): Record<string, string> {
  const sealed = content?.variables.release;
  if (sealed == null) return {};
  const all = v.parse(SEALED, JSON.parse(secrets.open(sealed)));
  return Object.fromEntries(all.filter(({ phase }) => phase !== 'build').map(({ name, value }) => [name, value]));
}
