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
