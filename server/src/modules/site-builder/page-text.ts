import type { UploadPool } from '../../uploads/upload-pool.ts';
import type { BuilderFile } from '../../uploads/readers/render-site.ts';

/** The text of a file of the published site; pages are made in the pool. @throws what {@link UploadPool.run} does */
export async function textOfFile(pool: UploadPool, owner: string, lang: string, file: BuilderFile): Promise<string> {
  return 'text' in file ? file.text : pool.run('builderPage', owner, { lang, page: file.page, ...file.parts });
}
