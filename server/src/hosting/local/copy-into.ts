import type { HostingDriver } from '../driver.ts';
import { choosePhp } from '../runtime/php-versions.ts';
import type { KindOf } from './kinds/index.ts';
import { readRecord, writeRecord, type SiteFolder } from './site-folder.ts';
import { createContentDifference } from './content-difference.ts';
import type { SiteTools } from './site-tools.ts';
import { cloneStatic } from './static-site.ts';
import { notVerified } from './verify-site.ts';
import type { Failure } from '../hosting-error.ts';

const COPYING = 'We could not copy the site.';

type Deps = Pick<HostingDriver, 'verify'> & {
  kindOf: KindOf;
  folderOf(siteId: string): SiteFolder;
  toolsOf(siteId: string): Promise<SiteTools>;
  /** Runs a change while nothing else of the site runs. */
  standing<T>(siteId: string, failure: Failure, work: () => Promise<T>): Promise<T>;
};

type Copied = 'clone' | 'copyInto' | 'compareContent' | 'rememberContent' | 'postText';

/** Copies of one site: into a new one, or into another; and what that would change in its content. */
export const createCopies = ({ kindOf, folderOf, toolsOf, standing, verify }: Deps): Pick<HostingDriver, Copied> => ({
  ...createContentDifference({ folderOf, toolsOf }),
  clone: (fromId, to, p) =>
    standing(to.siteId, COPYING, async () => {
      const source = folderOf(fromId);
      const folder = folderOf(to.siteId);
      const tools = await toolsOf(to.siteId);
      const { kind, core, php, otherTables } = await readRecord(source);
      await writeRecord(folder, { ...to, kind, core, otherTables, php: choosePhp(tools.runtime.php, php, p) });
      const { clone = cloneStatic } = kindOf(kind);
      await clone(tools, source, folder, to, p);
      const result = await verify(to.siteId, to.fqdn);
      if (!result.ok) throw notVerified(result.checks.filter((check) => !check.ok).map((check) => check.detail));
    }),
  copyInto: (fromId, toId, what, p) =>
    standing(toId, COPYING, async () => {
      const [from, to] = [folderOf(fromId), folderOf(toId)];
      const tools = await toolsOf(toId);
      const { copyInto } = kindOf((await readRecord(to)).kind);
      if (copyInto) return copyInto(tools, from, to, what, p);
      await cloneStatic(tools, from, to, what, p);
      return null;
    }),
});
