import { said, titled } from '../../context/said.ts';
import { definePayload, type PayloadOf } from '../../tasks/payload.ts';
import * as v from 'valibot';
import type { ExtensionAction, ExtensionKind } from '@panel/contract';
import { HostingError } from '../../hosting/hosting-error.ts';
import type { ItemBefore, RunItem, StateBefore } from '../../db/schema.ts';
import type { StepContext, StepDefinition } from '../../tasks/task-kind.ts';
import { failuresOf, notAnswering } from '../change-plan/site-answers.ts';
import { answeredSince } from '../site/site-task-steps.ts';
import { taskExtension } from './extension.repo.ts';
import { checkInventory, readInventory } from './inventory.ts';
import { libraryFiles } from '../../archive/stored-zips.ts';
import { isToBeReviewed, recordStateBefore, stateBefore } from '../change-plan/run.repo.ts';
import { wpExtensions } from './wp-extension.ts';
import { sentence } from '../../lib/sentence.ts';

/** `plan`: the site belongs to a plan in waves; `isFirst`: no other site has shown yet that the change works. */
export const ExtensionPayload = definePayload(
  v.object({
    items: v.array(
      v.object({
        slug: v.string(),
        name: v.string(),
        version: v.nullable(v.string()),
        extensionId: v.nullable(v.string()),
      }),
    ),
    activate: v.boolean(),
    plan: v.exactOptional(v.object({ isFirst: v.boolean() })),
  }),
);
export type ExtensionPayload = PayloadOf<typeof ExtensionPayload>;
type Of = { kind: ExtensionKind; item: RunItem };

const leaves = 'What was changed on this site is undone.';

const wpOf = ({ app, task }: StepContext, kind: ExtensionKind) => wpExtensions(app.hosting, task.resourceId, kind);

/** The item as it is on the site now. */
export async function itemNow({ app, task }: StepContext, { kind, item }: Of): Promise<ItemBefore> {
  const found = (await readInventory(app.hosting, task.resourceId))[kind].find(({ slug }) => slug === item.slug);
  return found ? { version: found.version, active: found.active } : null;
}

async function before(context: StepContext): Promise<StateBefore> {
  const found = await stateBefore(context.app.db, context.task.id);
  if (!found) throw new Error(`Task ${context.task.id} has no record of the site before it.`);
  return found;
}

const itemBefore = async (context: StepContext, { item }: Of): Promise<ItemBefore> =>
  (await before(context)).items[item.slug] ?? null;

/** A change is blamed for a broken site only if the site worked before it. */
export const lookStep: StepDefinition = {
  name: 'look',
  title: 'Checking that the site answers',
  cancel: 'now',
  leaves: 'Nothing was changed.',
  async run(context) {
    const failures = await failuresOf(context);
    if (failures)
      throw notAnswering('This site does not answer as it should, so nothing was changed. Repair it first.', failures);
  },
  check: async ({ app, task }) => answeredSince(app.db, task, 'look'),
};

/** Records what the site has, so that every later step can be undone, also after a crash. */
export const recordStep = (kind: ExtensionKind): StepDefinition => ({
  name: 'before',
  title: 'Reading what the site has',
  cancel: 'now',
  leaves: 'Nothing was changed.',
  async run(context) {
    const { app, task } = context;
    if (await stateBefore(app.db, task.id)) return;
    const found = await readInventory(app.hosting, task.resourceId, { dropKept: true });
    const { items } = ExtensionPayload.of(task.payload);
    const activeTheme = found.theme.find(({ active }) => active)?.slug ?? null;
    const known = items.map(({ slug }) => {
      const one = found[kind].find((candidate) => candidate.slug === slug);
      return [slug, one ? { version: one.version, active: one.active } : null] as const;
    });
    await recordStateBefore(app.db, task.id, { items: Object.fromEntries(known), activeTheme });
  },
  check: async ({ app, task }) => (await stateBefore(app.db, task.id)) !== null,
});

/** PHP looks for changed files every two seconds only: the next request must not run what it has in memory. */
const forgetCode = ({ app, task }: StepContext): Promise<void> => app.hosting.sleep(task.resourceId);

/** Installs the version of the library, over another one if the site has it. */
export const installStep = (of: Of): StepDefinition => ({
  name: `install:${of.item.slug}`,
  ...titled(said('Installing {name} {version}', { name: of.item.name, version: of.item.version ?? '' })),
  leaves,
  async run(context) {
    const had = await itemBefore(context, of);
    if (had?.version === of.item.version) return context.note('This version is installed already.');
    const row = of.item.extensionId && (await taskExtension(context.app.db, of.item.extensionId));
    if (!row)
      throw new HostingError(
        'UNSUPPORTED',
        sentence('{name} {version} was deleted from your library. Upload it again, then install it.', {
          name: of.item.name,
          version: of.item.version ?? '',
        }),
        { retryable: false },
      );
    await wpOf(context, of.kind).install(of.item.slug, libraryFiles(context.app.config).fileOf(row.id), {
      keep: had !== null,
    });
    await forgetCode(context);
  },
  check: async (context) => (await itemNow(context, of))?.version === of.item.version,
  async undo(context) {
    const wp = wpOf(context, of.kind);
    const had = await itemBefore(context, of);
    if (had?.version === of.item.version) return;
    if (had) await wp.putBack(of.item.slug);
    else await wp.remove(of.item.slug);
    await forgetCode(context);
  },
});

export const activateStep = (of: Of): StepDefinition => ({
  name: `activate:${of.item.slug}`,
  ...titled(said('Activating {name}', { name: of.item.name })),
  leaves,
  run: (context) => wpOf(context, of.kind).activate(of.item.slug),
  check: async (context) => (await itemNow(context, of))?.active === true,
  async undo(context) {
    const { items, activeTheme } = await before(context);
    if (items[of.item.slug]?.active) return;
    const wp = wpOf(context, of.kind);
    if (of.kind === 'plugin') await wp.stop(of.item.slug);
    else if (activeTheme) await wp.reactivate(activeTheme);
  },
});

export const deactivateStep = (of: Of): StepDefinition => ({
  name: `deactivate:${of.item.slug}`,
  ...titled(said('Deactivating {name}', { name: of.item.name })),
  leaves,
  run: (context) => wpOf(context, of.kind).deactivate(of.item.slug),
  check: async (context) => !(await itemNow(context, of))?.active,
  async undo(context) {
    if ((await itemBefore(context, of))?.active) await wpOf(context, of.kind).reactivate(of.item.slug);
  },
});

export const deleteStep = (of: Of): StepDefinition => ({
  name: `delete:${of.item.slug}`,
  ...titled(said('Deleting {name}', { name: of.item.name })),
  cancel: 'no',
  async run(context) {
    const now = await itemNow(context, of);
    const wp = wpOf(context, of.kind);
    if (now?.active && of.kind === 'plugin') await wp.deactivate(of.item.slug);
    if (now) await wp.delete(of.item.slug);
  },
  check: async (context) => (await itemNow(context, of)) === null,
});

/** Fails if the site stopped answering, so that the steps before it are undone. */
export function verifyStep(): StepDefinition {
  /** Whether this attempt has seen the site answer; the evidence in the database may be from before the change. */
  let seen = false;
  return {
    name: 'verify',
    title: 'Checking that the site still answers',
    leaves,
    async run(context) {
      const failures = await failuresOf(context);
      if (failures)
        throw notAnswering(
          `The site stopped answering after the change, so we undid it. ${failures}`.slice(0, 500),
          failures,
        );
      seen = true;
    },
    check: async (context) => seen || (await failuresOf(context)) === '',
  };
}

/** Stores what the site has now. */
export const inventoryStep = (kind: ExtensionKind, action: ExtensionAction): StepDefinition => ({
  name: 'inventory',
  title: 'Updating the list of installed items',
  cancel: 'no',
  async run(context) {
    const { app, task, note } = context;
    const dropKept = (action === 'install' || action === 'update') && !(await isToBeReviewed(app.db, task.id));
    if (await checkInventory(app, task.resourceId, { anew: true, dropKept })) return;
    // The change is made and checked: a list that cannot be read is no reason to undo it. The pages name the site.
    note('The list of installed items could not be read. It will be read again when it is opened.');
    if (dropKept) await wpOf(context, kind).dropKept();
  },
  // A repetition reads the site once more.
  check: async () => true,
  retry: { times: 2, backoffSeconds: 2 },
});
