import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { escapeHtml } from '../../lib/html.ts';
import type { HostingStep, Progress, SiteSpec } from '../driver.ts';
import { HostingError, throwIfAborted } from '../hosting-error.ts';
import { exists } from '../runtime/wordpress-source.ts';
import { recover, swapLive, withWorkFolder, writeRecord, type SiteFolder } from './site-folder.ts';
import type { SiteTools } from './site-tools.ts';
import { sentence } from '../../lib/sentence.ts';

/** The only step of a static site: writes its files. */
export function staticSteps(folder: SiteFolder, spec: SiteSpec): HostingStep[] {
  return [
    {
      name: 'files',
      title: 'Writing the files',
      run: (p) => writeFiles(folder, spec, p),
      check: () => exists(path.join(folder.publicDir, 'index.html')),
    },
  ];
}

async function writeFiles(folder: SiteFolder, spec: SiteSpec, p: Progress): Promise<void> {
  await mkdir(folder.root, { recursive: true, mode: 0o711 });
  await recover(folder);
  await writeRecord(folder, spec);
  if (await exists(path.join(folder.publicDir, 'index.html'))) return;
  await withWorkFolder(folder, async (work) => {
    const root = path.join(work, 'public');
    const files = { 'index.html': welcomePage(spec), ...spec.files };
    for (const [name, text] of Object.entries(files)) {
      throwIfAborted(p.signal);
      const file = path.resolve(root, name);
      if (!file.startsWith(root + path.sep)) {
        throw new HostingError(
          'UNSUPPORTED',
          sentence('The file name {name} leads outside of the site. Rename it and try again.', { name }),
          { retryable: false },
        );
      }
      await mkdir(path.dirname(file), { recursive: true });
      await writeFile(file, text);
    }
    await swapLive(folder, work);
  });
}

/** Copies a static site; its pages contain no address of their own. */
export async function cloneStatic(
  { agent, maxBytes }: Pick<SiteTools, 'agent' | 'maxBytes'>,
  from: SiteFolder,
  to: SiteFolder,
  _what: unknown,
  p: Progress,
): Promise<void> {
  await withWorkFolder(to, async (work) => {
    p.note('Copying the files');
    await agent.need(
      from.mount,
      'copy',
      { entries: [{ from: 'public', to: 'public' }], maxBytes },
      'We could not copy the site.',
      {
        work,
        signal: p.signal,
      },
    );
    throwIfAborted(p.signal);
    await swapLive(to, work);
  });
}

const WELCOME = `<!doctype html>
<html lang="en" data-panel="welcome">
`;

/** Whether a page is the one that a site without files of its own shows. */
export const isWelcomePage = (text: string): boolean => text.startsWith(WELCOME);

/** The page of a site without files of its own. */
export function welcomePage(spec: Pick<SiteSpec, 'title' | 'fqdn'>): string {
  const title = escapeHtml(spec.title || spec.fqdn);
  return `${WELCOME}<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>body{font:1.1rem/1.6 system-ui,sans-serif;max-width:40rem;margin:15vh auto;padding:0 1.5rem;color:#1f2937}</style>
<h1>${title}</h1>
<p>This site is ready. Upload its pages to replace this one.</p>
</html>
`;
}
