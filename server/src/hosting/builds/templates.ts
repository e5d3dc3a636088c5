import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { APP_RUNTIMES, TEMPLATE_PICTURE_PATH } from '@panel/contract';
import * as v from 'valibot';
import { readJson } from '../local/panel-files.ts';
import { exists } from '../runtime/wordpress-source.ts';
import { HostingError } from '../hosting-error.ts';

const TEMPLATES = path.resolve(import.meta.dirname, '../../../templates');

const TEMPLATE = v.object({
  id: v.string(),
  name: v.string(),
  description: v.string(),
  framework: v.string(),
  runtime: v.picklist(APP_RUNTIMES),
  /** The template of its back end, which has a database: it is a full-stack application. */
  backend: v.optional(v.string()),
  /** Not one to choose: it belongs to another. */
  is_part: v.optional(v.boolean(), false),
  spa_fallback: v.optional(v.boolean(), false),
  tags: v.array(v.string()),
});
type Description = v.InferOutput<typeof TEMPLATE>;

/**
 * A template that is shipped with the panel. `app`: its code; `release`: its output as its tools have made it, null where it
 * has to be built here.
 */
export type Template = Description & { app: string; release: string | null };

/** Finds a template. @throws HostingError SOURCE_UNAVAILABLE */
export async function findTemplate(id: string, folder = TEMPLATES): Promise<Template> {
  const found = /^[a-z][a-z0-9-]{0,59}$/.test(id) ? await readTemplate(path.join(folder, id)) : null;
  if (found !== null) return found;
  throw new HostingError('SOURCE_UNAVAILABLE', 'This template is no longer offered. Choose another one.', {
    retryable: false,
    detail: id,
  });
}

/** The code of a template, by paths with slashes. @throws HostingError SOURCE_UNAVAILABLE */
export async function templateFiles(id: string): Promise<{ path: string; bytes: Buffer }[]> {
  const { app } = await findTemplate(id);
  const entries = await readdir(app, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name));
  return Promise.all(
    files.map(async (file) => ({
      path: path.relative(app, file).split(path.sep).join('/'),
      bytes: await readFile(file),
    })),
  );
}

/** A PNG of the template while it runs, as `npm run pictures:templates` took it; null when it has none. */
export async function templatePicture(id: string, folder = TEMPLATES): Promise<Buffer | null> {
  const template = await findTemplate(id, folder).catch(() => null);
  return template && readFile(path.join(folder, template.id, 'picture.png')).catch(() => null);
}

/** Its address changes with the picture, so browsers keep it. */
async function pictureAddress(id: string, folder: string): Promise<string | null> {
  const bytes = await templatePicture(id, folder);
  if (bytes === null) return null;
  return `${TEMPLATE_PICTURE_PATH}${id}/${createHash('sha256').update(bytes).digest('hex').slice(0, 16)}.png`;
}

async function readTemplate(folder: string): Promise<Template | null> {
  const parsed = v.safeParse(TEMPLATE, await readJson(path.join(folder, 'template.json')));
  if (!parsed.success) return null;
  const release = path.join(folder, 'release');
  return { ...parsed.output, app: path.join(folder, 'app'), release: (await exists(release)) ? release : null };
}

/**
 * All templates by name, each with what this machine lacks to run it.
 * @param buildsMissing of the driver
 */
export async function listTemplates(
  buildsMissing: string | null,
  folder = TEMPLATES,
): Promise<(Omit<Template, 'app' | 'release' | 'is_part'> & { missing: string | null; picture: string | null })[]> {
  const names = (await readdir(folder).catch((): string[] => [])).sort();
  const found = await Promise.all(names.map((name) => readTemplate(path.join(folder, name))));
  return Promise.all(
    found
      .flatMap((template) => (template === null || template.is_part ? [] : [template]))
      .map(async ({ app: _app, is_part: _part, release, ...description }) => ({
        ...description,
        missing: release === null || description.backend !== undefined ? buildsMissing : null,
        picture: await pictureAddress(description.id, folder),
      })),
  );
}
