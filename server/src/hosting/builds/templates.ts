import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { APP_RUNTIMES } from '@panel/contract';
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
  full_stack: v.optional(v.boolean(), false),
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
): Promise<(Omit<Template, 'app' | 'release'> & { missing: string | null })[]> {
  const names = (await readdir(folder).catch((): string[] => [])).sort();
  const found = await Promise.all(names.map((name) => readTemplate(path.join(folder, name))));
  return found.flatMap((template) => {
    if (template === null) return [];
    const { app: _app, release, ...description } = template;
    return [{ ...description, missing: release === null ? buildsMissing : null }];
  });
}
