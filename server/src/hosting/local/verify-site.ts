import type { Check, Endpoint, Verification } from '../driver.ts';
import { askFollowing } from './ask-site.ts';
import { readSiteOptions } from './site-database.ts';
import type { SiteFolder, SiteRecord } from './site-folder.ts';

/** Asks a site over HTTP under its host name; a WordPress must also know its address and offer its login. */
export async function verifySite(folder: SiteFolder, record: SiteRecord, fqdn: string, endpoint: Endpoint): Promise<Verification> {
  const publicUrl = withHost(record.url, fqdn);
  const checks = [await page(endpoint, publicUrl, '/', 'The home page answers')];
  if (record.kind === 'wordpress') {
    checks.push(await page(endpoint, publicUrl, '/wp-login.php', 'The login page answers'));
    const siteurl = readSiteOptions(folder.database)?.siteurl ?? 'no database';
    checks.push({ name: 'WordPress knows its address', ok: hostname(siteurl) === fqdn.toLowerCase(), detail: siteurl });
  }
  return { ok: checks.every((check) => check.ok), checks };
}

async function page(endpoint: Endpoint, publicUrl: string, target: string, name: string): Promise<Check> {
  try {
    const answer = await askFollowing(endpoint, publicUrl, target);
    const html = answer.contentType.startsWith('text/html');
    return { name, ok: answer.status === 200 && html, detail: `${answer.status} ${answer.contentType}`.trim() };
  } catch (error) {
    return { name, ok: false, detail: error instanceof Error ? error.message : String(error) };
  }
}

/** The public address with another host name, port and scheme kept. */
export function withHost(url: string, fqdn: string): string {
  const next = new URL(url);
  next.hostname = fqdn;
  return next.origin;
}

function hostname(url: string): string {
  return URL.canParse(url) ? new URL(url).hostname : '';
}
