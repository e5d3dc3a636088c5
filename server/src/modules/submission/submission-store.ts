import { FORM_NEXT_FIELD, FORM_TRAP_FIELD } from '@panel/contract';
import { randomUUID } from 'node:crypto';
import type { AppContext } from '../../context/app-context.ts';
import type { FormOutcome, FormPort, FormPost } from '../../edge/edge-types.ts';
import { PanelError } from '../../kernel/errors.ts';
import { discardFolder } from '../../storage/discarded.repo.ts';
import { readFormBody, type FormBody, type ReadMultipart } from './form-body.ts';
import { fileKey, folderOf } from './submission-files.ts';
import { mailOwner } from './submission-mail.ts';
import { countSubmissions, insertSubmission, storedBytes } from './stored-submission.repo.ts';

/** What the submissions of one site take at most; older ones are deleted by their owner, or by their age. */
const MOST = 10_000;
const FILE_BYTES = 250 * 1024 ** 2;
const EXCERPT = 2_000;

type Deps = Pick<AppContext, 'db' | 'storage' | 'clock' | 'log' | 'mail' | 'config'>;

const valueOf = (fields: FormBody['fields'], name: string): string =>
  fields.find((field) => field.name === name)?.value ?? '';

async function storeBody(app: Deps, { siteId: workloadId, form }: FormPost, body: FormBody): Promise<FormOutcome> {
  // What fills in a field that no person sees is a program: it gets the same answer, and nobody gets an email.
  const isSpam = valueOf(body.fields, FORM_TRAP_FIELD) !== '';
  const files = isSpam ? [] : body.files;
  const fileBytes = files.reduce((sum, { file }) => sum + file.size, 0);
  if ((await countSubmissions(app.db, workloadId)) >= MOST) return 'full';
  if (fileBytes > 0 && (await storedBytes(app.db, workloadId)) + fileBytes > FILE_BYTES) return 'full';
  const fields = body.fields.filter(({ name }) => name !== FORM_NEXT_FIELD && name !== FORM_TRAP_FIELD);
  const place = { id: randomUUID(), workloadId };
  if (files.length > 0) await discardFolder(app.db, folderOf(place));
  for (const [index, { file }] of files.entries()) await app.storage.put(fileKey(place, index), { file: file.path });
  await insertSubmission(app.db, {
    ...{ ...place, form, fields, fileBytes, isSpam },
    files: files.map(({ field, file }) => ({ field, name: file.name, bytes: file.size })),
    excerpt: fields
      .map(({ value }) => value)
      .join(' ')
      .slice(0, EXCERPT)
      .toWellFormed(),
    createdAt: app.clock.now(),
  });
  if (!isSpam)
    await mailOwner(app, workloadId).catch((error: unknown) => {
      app.log.warn({ err: error, siteId: workloadId }, 'an email about a submission was not sent; the digest has it');
    });
  return { next: valueOf(body.fields, FORM_NEXT_FIELD) };
}

/** Stores what visitors send with forms of sites, for the edge. */
export const createFormPort = (app: Deps, multipart: ReadMultipart): FormPort => ({
  async submit(post) {
    let body: FormBody;
    try {
      body = await readFormBody(post.body, post.type, multipart);
    } catch (error) {
      if (error instanceof PanelError && error.code === 'TOO_LARGE') return 'tooLarge';
      if (error instanceof PanelError && error.code === 'DISK_FULL') return 'full';
      if (error instanceof PanelError) return 'invalid';
      throw error;
    }
    return storeBody(app, post, body).finally(() => body.discard());
  },
});
