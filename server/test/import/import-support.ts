import { listFiles } from '../../src/archive/import-files.ts';
import { planImport } from '../../src/archive/import-plan.ts';
import type { UploadedSite } from '../../src/hosting/driver.ts';
import type { Answer, Client } from '../../src/testing/index.ts';

/** Uploads a site as the page does. */
export function uploadSite(
  client: Client,
  fqdn: string,
  zip: Buffer,
  fields: Record<string, string> = {},
): Promise<Answer> {
  const form = new FormData();
  for (const [name, value] of Object.entries({ fqdn, ...fields })) form.append(name, value);
  form.append('file', new File([new Uint8Array(zip)], 'site.zip', { type: 'application/zip' }));
  return client.form('/site/import', form);
}

/** An uploaded zip for tests of a driver, which have no threads of uploads. */
export const uploaded = (file: string): UploadedSite => ({
  file,
  list: async () => listFiles(await planImport({ file })),
});
