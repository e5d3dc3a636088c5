import { LRUCache } from 'lru-cache';
import type { AppContext } from '../../context/app-context.ts';
import type { SiteRow } from '../site/site.repo.ts';
import { textOfFile } from './page-text.ts';
import { builderText } from '../../uploads/readers/render-site.ts';
import { draftRevision, findProject } from './site-builder.repo.ts';
import { contentOf } from './starter.ts';

/** Characters that are kept of all drafts. */
const KEPT_MAX = 16 * 1024 ** 2;

type Site = Pick<SiteRow, 'id' | 'title' | 'name' | 'customerId'>;

/** The files of drafts. One request makes one file, and what it made is kept by the version of the draft. */
export function createPreviews({ db, uploads }: Pick<AppContext, 'db' | 'uploads'>) {
  const kept = new LRUCache<string, string>({ maxSize: KEPT_MAX, sizeCalculation: (text) => text.length + 1 });
  return {
    /** Undefined when the draft has no such file. */
    async read(site: Site, name: string): Promise<string | undefined> {
      const revision = await draftRevision(db, site.id);
      const known = kept.get(`${site.id} ${revision} ${name}`);
      if (known !== undefined) return known;
      const project = await findProject(db, site.id);
      const content = contentOf(site, project);
      const file = builderText(content, name);
      if (!file) return undefined;
      const text = await textOfFile(uploads, site.customerId ?? site.id, content.lang, file);
      if (project) kept.set(`${site.id} ${project.revision} ${name}`, text);
      return text;
    },
  };
}
