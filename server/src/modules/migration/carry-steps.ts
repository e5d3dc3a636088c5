import { definePayload, type PayloadOf } from '../../tasks/payload.ts';
import * as v from 'valibot';
import type { CarriedParts, Sentence } from '@panel/contract';
import { migrationFiles } from '../../archive/stored-zips.ts';
import type { Carried } from '../../db/schema/migration.table.ts';
import type { TableFacts } from '../../hosting/driver.ts';
import { HostingError } from '../../hosting/hosting-error.ts';
import { rehearsalOf } from '../../hosting/rehearsal-id.ts';
import { exists } from '../../hosting/runtime/wordpress-source.ts';
import type { StepContext, StepDefinition } from '../../tasks/task-kind.ts';
import { digestOfFile } from '../backup/backup-archive.ts';
import { uploadedSite } from '../site-install/uploaded-site.ts';
import { siteOf } from '../site/site-task-steps.ts';
import { commandStep } from '../site-tool/tool-kind.ts';
import { hasPort } from '../site/site-ports.ts';
import { asZip } from './as-zip.ts';
import { checkSameKind } from './checked-archive.ts';
import { downloadArchive, FETCH_MS } from './download-archive.ts';
import { taskMigration, updateMigration } from './migration.repo.ts';
import { sentence } from '../../lib/sentence.ts';

/** Of a move to the address. Without `migrationId`, nothing is brought over. */
export const CarryPayload = definePayload(v.object({ migrationId: v.exactOptional(v.string()) }));
export type CarryPayload = PayloadOf<typeof CarryPayload>;

const leaves = 'The copy stays as it is and keeps its own address.';
const TABLES_NAMED = 100;

type MigrationRow = NonNullable<Awaited<ReturnType<typeof taskMigration>>>;

async function migrationOf({ app, task }: StepContext): Promise<MigrationRow> {
  const row = await taskMigration(app.db, CarryPayload.of(task.payload).migrationId ?? '');
  if (!row) throw new Error(`The migration of task ${task.id} is gone.`);
  return row;
}

const record = ({ app }: StepContext, id: string, carried: Carried): Promise<void> =>
  updateMigration(app.db, id, { carried });

/** Nothing to bring over. What an earlier attempt to move the copy has brought over is still shown. */
async function recordNothing(context: StepContext, row: MigrationRow, state: 'none' | 'unchanged'): Promise<void> {
  const at = context.app.clock.now().toISOString();
  if (row.carried?.state !== 'carried') await record(context, row.id, { state, at });
}

/** Gets the archive again, from the link or as it was uploaded, and compares it with the one in the copy. */
const fetchStep = (): StepDefinition => ({
  ...commandStep({
    name: 'fetch-changes',
    title: 'Getting what changed since the copy was made',
    cancel: 'now',
    leaves,
    timeoutMs: FETCH_MS,
    retry: { times: 2, backoffSeconds: 5 },
    async run(context) {
      const { app, signal, note } = context;
      const row = await migrationOf(context);
      const files = migrationFiles(app.config);
      if (row.sharingLink) await downloadArchive(context, row.id, row.sharingLink);
      else if (!(await exists(files.fileOf(row.id)))) {
        note('No newer backup was uploaded');
        return recordNothing(context, row, 'none');
      } else await asZip(context, { file: files.fileOf(row.id), part: files.newPart() });
      const { sha256: archive } = await digestOfFile(files.fileOf(row.id), signal);
      if (archive === row.archiveSha256) {
        note('The archive is the same as that of the copy');
        await files.remove(row.id);
        return recordNothing(context, row, 'unchanged');
      }
      const { kind } = await app.uploads.run('importPlan', `task ${context.task.id}`, { file: files.fileOf(row.id) });
      checkSameKind(kind, hasPort(app, await siteOf(context), 'wordpress'));
      await record(context, row.id, { state: 'fetched', at: app.clock.now().toISOString(), archive });
    },
  }),
  /** An uploaded one stays for the next attempt. */
  async undo(context) {
    const row = await migrationOf(context);
    if (row.sharingLink) await migrationFiles(context.app.config).remove(row.id);
  },
});

/** Tables whose number of rows differs. */
function tablesOf(before: readonly TableFacts[], after: readonly TableFacts[]): CarriedParts['tables'] {
  const rowsIn = (tables: readonly TableFacts[], name: string) =>
    tables.find((table) => table.name === name)?.rows ?? null;
  return [...new Set([...before, ...after].map(({ name }) => name))]
    .map((table) => ({ table, before: rowsIn(before, table), after: rowsIn(after, table) }))
    .filter((rows) => rows.before !== rows.after)
    .slice(0, TABLES_NAMED);
}

/** Imports the newer archive beside the copy, checks that it answers, and records how the two differ. */
const prepareStep = (): StepDefinition => ({
  name: 'prepare-changes',
  title: 'Importing the newer archive beside the copy',
  cancel: 'now',
  leaves,
  timeoutMs: 20 * 60_000,
  async run(context) {
    const { app, note } = context;
    const row = await migrationOf(context);
    if (row.carried?.state !== 'fetched') return;
    const site = await siteOf(context);
    const beside = rehearsalOf(site.id);
    const upload = uploadedSite(context, migrationFiles(app.config).fileOf(row.id));
    const { ok, checks } = await app.hosting.importBeside(site.id, upload, context);
    for (const { name, detail } of checks) note(`${name}: ${detail}`);
    if (!ok) throw refused(sentence('A site made from the newer archive does not answer as it should.'));
    await app.hosting.stop(beside);
    const [files, before, after] = await Promise.all([
      app.hosting.compareFiles(beside, site.id),
      app.hosting.tables(site.id, site.createdAt),
      app.hosting.tables(beside, site.createdAt),
    ]);
    // The copy keeps its configuration, which names the prefix.
    if (before.length > 0 && !before.some(({ name }) => after.some((table) => table.name === name)))
      throw refused(sentence('The tables of the newer archive have other names than those of the copy.'));
    const { at, archive } = row.carried;
    await record(context, row.id, { state: 'prepared', at, archive, files, tables: tablesOf(before, after) });
  },
  check: async (context) => (await migrationOf(context)).carried?.state !== 'fetched',
  undo: ({ app, task }) => app.hosting.destroy(rehearsalOf(task.resourceId)),
});

const refused = (reason: Sentence) =>
  new HostingError(
    'NOT_VERIFIED',
    [reason, sentence('The copy stays as it is. You can move it without the changes.')],
    {
      retryable: false,
    },
  );

/** Replaces the content of the copy by that of the newer archive, in one rename. */
const carryStep = (): StepDefinition => ({
  name: 'carry-changes',
  title: 'Bringing the changes into the copy',
  leaves: 'The copy keeps its own address, and has the changes.',
  async run(context) {
    const { app, task, note } = context;
    const row = await migrationOf(context);
    const { carried } = row;
    if (carried?.state === 'prepared') {
      const beside = rehearsalOf(task.resourceId);
      await app.hosting.copyInto(beside, task.resourceId, { parts: 'all', keep: [] }, context);
      const { added, changed, removed } = carried.files;
      note(`${added.count} files added, ${changed.count} changed, ${removed.count} removed`);
      for (const { table, before, after } of carried.tables) note(`${table}: ${before ?? 0} rows, now ${after ?? 0}`);
      const copiedAt = new Date(carried.at);
      await updateMigration(app.db, row.id, {
        ...{ carried: { ...carried, state: 'carried' }, archiveSha256: carried.archive, copiedAt },
      });
    }
    await app.hosting.destroy(rehearsalOf(task.resourceId));
    await migrationFiles(app.config).remove(row.id);
  },
  async check(context) {
    const { id, carried } = await migrationOf(context);
    return carried?.state !== 'prepared' && !(await exists(migrationFiles(context.app.config).fileOf(id)));
  },
});

/** The steps that bring what changed on the original into a complete copy. Nothing changes in it before the last one. */
export const carrySteps = ({ migrationId }: CarryPayload): StepDefinition[] =>
  migrationId === undefined ? [] : [fetchStep(), prepareStep(), carryStep()];
