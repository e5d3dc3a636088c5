import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { RemoteManifest } from '@panel/contract/manifest';
import { manifestTexts } from '@panel/contract/manifest-words';
import type * as v from 'valibot';
import type { ShellManifest } from '@panel/contract/release';
import { BuildError } from './build-error.ts';
import { checkManifest, explainIssue } from './check-manifest.ts';
import type { Package } from './packages.ts';
import { readPages, type PageImport } from './read-pages.ts';

const manifestFile = (folder: string): string => join(folder, 'src', 'manifest.ts');

const listed = (title: string, lines: readonly string[]): string =>
  [title, ...lines.map((line) => `  - ${line}`)].join('\n');

async function declaredIn(folder: string): Promise<unknown> {
  const file = manifestFile(folder);
  try {
    const loaded = (await import(pathToFileURL(file).href)) as { manifest?: unknown };
    return loaded.manifest;
  } catch (error) {
    // defineManifest throws on a schema error as soon as the file runs.
    const { issues } = error as Partial<v.ValiError<typeof RemoteManifest>>;
    if (Array.isArray(issues))
      throw new BuildError(listed(`${file}: the declaration is not valid.`, issues.map(explainIssue)), {
        cause: error,
      });
    throw new BuildError(`${file} failed to run: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    });
  }
}

/**
 * The package in any folder, named by its manifest.
 * @throws BuildError when there is none
 */
export async function packageIn(folder: string): Promise<Package> {
  const whole = resolve(folder);
  if (!existsSync(manifestFile(whole)))
    throw new BuildError(
      `${whole} is not the folder of a remote: src/manifest.ts is missing. Create one with: panel-remote new <name>`,
    );
  const { id } = ((await declaredIn(whole)) ?? {}) as { id?: unknown };
  if (typeof id !== 'string')
    throw new BuildError(`${manifestFile(whole)} must export \`manifest\` with an id, e.g. mf-reports.`);
  return { id, folder: whole };
}

/**
 * The manifest with the translations of its texts, from `src/words/<language>.json` (ADR 0116).
 * @throws BuildError for a file that is not JSON
 */
function translated<Manifest extends RemoteManifest | ShellManifest>(source: string, manifest: Manifest): Manifest {
  const folder = join(source, 'words');
  const languages = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.json')) : [];
  const texts = new Set(manifestTexts(manifest));
  const translations = languages.map((name) => {
    const file = join(folder, name);
    let words: Record<string, string>;
    try {
      words = JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>;
    } catch (error) {
      throw new BuildError(`${file} is not JSON: ${error instanceof Error ? error.message : String(error)}`);
    }
    return [
      name.slice(0, -'.json'.length),
      Object.fromEntries(Object.entries(words).filter(([text]) => texts.has(text))),
    ];
  });
  return translations.length > 0 ? { ...manifest, translations: Object.fromEntries(translations) } : manifest;
}

/** The declaration of a package and its page ids; throws with all errors in them. */
export async function readDeclaration({
  id,
  folder,
}: Package): Promise<{ manifest: RemoteManifest | ShellManifest; pages: PageImport[] }> {
  const source = join(folder, 'src');
  const manifest = await declaredIn(folder);
  const pages = readPages(join(source, 'pages.ts'));
  const declared = manifest
    ? checkManifest(
        manifest,
        pages.map(({ page }) => page),
      )
    : ['manifest.ts must export `manifest`.'];
  if (declared.length > 0) throw new BuildError(listed(`${id}: the declaration is not valid.`, declared));
  return { manifest: translated(source, manifest as RemoteManifest | ShellManifest), pages };
}
