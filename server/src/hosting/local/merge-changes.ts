import { rename } from 'node:fs/promises';
import path from 'node:path';
import type { Collisions, Merged } from '@panel/contract';
import * as v from 'valibot';
import { sentence } from '../../lib/sentence.ts';
import type { Progress, ReplacedParts } from '../driver.ts';
import { HostingError } from '../hosting-error.ts';
import type { SiteMount } from '../runtime/site-runtime.ts';
import { exists } from '../runtime/wordpress-source.ts';
import { digestTo, remembered } from './content-difference.ts';
import { readServer } from './site-database.ts';
import { withWorkFolder, type SiteFolder } from './site-folder.ts';
import { copyParts } from './site-parts.ts';
import type { SiteTools } from './site-tools.ts';
import { withCopyFor, withTemporaryDatabase } from './temporary-files.ts';

const MERGING = 'We could not keep what was changed only on the live site.';
/** The rows of the live site, in the work folder. */
const ROWS = 'kept-rows';

const count = v.pipe(v.number(), v.integer(), v.minValue(0));
const EXPORTED = v.strictObject({ things: count, reason: v.nullable(v.picklist(['rows', 'unseen'])) });
const APPLIED = v.strictObject({ kept: count, renumbered: count, left: count });

type Between = { from: SiteFolder; to: SiteFolder; mount: SiteMount };
type What = Collisions & Pick<ReplacedParts, 'keep' | 'parts'> & { copied: Date };

const tooMuch = (): HostingError =>
  new HostingError(
    'UNSUPPORTED',
    [
      sentence('More was changed on the live site than can be merged.'),
      sentence(
        'Nothing was changed. Publish again and choose to replace these changes, or copy the live site to staging first.',
      ),
    ],
    { retryable: false },
  );

/**
 * Puts what only the live site has changed into the database of the work folder `mount` that replaces its own: PHP in the live site's
 * sandbox writes these rows, and PHP in that of the work folder inserts them. Null where nobody knows what was changed.
 * @throws HostingError
 */
export async function mergeChanges(
  tools: SiteTools,
  { from, to, mount }: Between,
  { copied, otherwise, items, keep, parts }: What,
  p: Progress,
): Promise<Merged | null> {
  const { signal } = p;
  const copy = remembered(from, copied);
  if (!(await exists(copy))) {
    p.note('What the sites had in common is not known, so nothing is merged');
    return null;
  }
  p.note('Keeping what was changed only on the live site');
  const things = await withWorkFolder(from, async (beside) => {
    await digestTo(tools, from, beside, 'staging.tsv', signal);
    return withCopyFor(to, path.join(beside, 'staging.tsv'), (staging) =>
      withCopyFor(to, copy, (common) =>
        withTemporaryDatabase(to, 'digest', '.tsv', async (name) => {
          const choices = { otherwise, items: items.map((item) => [item.kind, item.key, item.keep]) };
          const input = {
            ...{ staging, copy: common, to: name, without: keep.join(' ') },
            ...{ choices: JSON.stringify(choices), code: parts === 'all' ? 'yes' : 'no' },
          };
          const answer = await readServer(tools, to.mount, input, EXPORTED, MERGING, signal, 'export-changes');
          if (answer.reason !== null) throw tooMuch();
          if (answer.things > 0)
            await copyParts(tools, to, mount.live, [{ from: `data/${name}`, to: ROWS }], MERGING, signal);
          return answer.things;
        }),
      ),
    );
  });
  if (things === 0) return { kept: 0, renumbered: 0, left: 0 };
  // The agents of both sites are different users, so the second cannot write into the folder of the first.
  await rename(path.join(mount.live, ROWS), path.join(mount.live, 'data', ROWS));
  const { php } = tools.runtime;
  await php.own(mount);
  try {
    const merged = await readServer(
      tools,
      mount,
      { from: ROWS, without: keep.join(' ') },
      APPLIED,
      MERGING,
      signal,
      'apply-changes',
    );
    p.note(`${merged.kept} kept, ${merged.renumbered} with another id, ${merged.left} left out`);
    return merged;
  } finally {
    await php.release(mount.live);
  }
}
