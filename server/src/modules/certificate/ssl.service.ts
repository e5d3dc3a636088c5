import type { CertificateFiles, Ssl } from '@panel/contract';
import { httpsAddressOf } from '../../config/tls.ts';
import { signedIn, type CallContext, type PartnerRow } from '../../context/call-context.ts';
import { PanelError } from '../../kernel/errors.ts';
import { checkExpected, type Expected } from '../../kernel/expected.ts';
import type { AppContext } from '../../context/app-context.ts';
import { renewalAt } from '../../tls/certificate-facts.ts';
import type { Started } from '../site/start-site-task.ts';
import { findWorkload } from '../site/find-site.ts';
import { hostsOf, type SiteRow } from '../site/site.repo.ts';
import { checkServed, forgetCertificates } from './certificate-check.ts';
import { certificateRow } from './certificate-source.ts';
import {
  addCertificate,
  readSslSetting,
  removeFormer,
  removeUploads,
  servedFor,
  writeSslSetting,
  type CertificateRow,
  type Owner,
  type SslSettingRow,
} from './certificate.repo.ts';

const ownerOf = (site: SiteRow): Owner => ({ resource: 'site', resourceId: site.id });

/** The panel's own authority has the name of the partner, whose customers know no other. */
const wireCertificate = (row: CertificateRow, { attributes, name }: PartnerRow): Ssl['certificate'] => ({
  kind: row.kind,
  issuer: row.kind === 'local' ? (attributes.RESELLER_COMPANY_NAME ?? name) : row.issuer,
  hosts: row.hosts,
  fingerprint: row.fingerprint,
  not_before: row.notBefore.toISOString(),
  not_after: row.notAfter.toISOString(),
  renews_at: row.kind === 'own' ? null : renewalAt(row).toISOString(),
});

/** A check is about the certificate that it has seen. */
function wireCheck(
  setting: SslSettingRow | undefined,
  served: CertificateRow | undefined,
  { httpsPort, httpsPublicPort }: Pick<AppContext['config'], 'httpsPort' | 'httpsPublicPort'>,
): Ssl['check'] {
  if (!setting?.checkedAt) return null;
  const isOld =
    setting.checkError === null && served !== undefined && setting.checkedFingerprint !== served.fingerprint;
  if (isOld) return null;
  const seen = 'HTTPS works.';
  const past =
    httpsPublicPort === undefined || httpsPublicPort === httpsPort
      ? ''
      : ` This server was asked at its port ${httpsPort}; what leads port ${httpsPublicPort} there was not.`;
  return {
    ok: setting.checkError === null,
    detail: `${setting.checkError ?? seen}${past}`,
    checked_at: setting.checkedAt.toISOString(),
  };
}

/** Browsers apply HSTS to all ports of a host, so plain addresses at another port would lead nowhere. */
function hstsOffReason({ app: { config } }: CallContext): Ssl['hsts_off_reason'] {
  return (config.httpsPublicPort ?? config.httpsPort) === 443 ? null : 'port';
}

function needHttps({ app }: CallContext): void {
  if (app.config.httpsPort === null) throw new PanelError('SSL_OFF');
}

async function sslOf(context: CallContext, site: SiteRow): Promise<Ssl> {
  const { app } = context;
  const [setting, served, hosts, [newest], root] = await Promise.all([
    readSslSetting(app.db, ownerOf(site)),
    servedFor(app.db, site.fqdn, app.clock.now()),
    hostsOf(app.db, site.id),
    app.tasks.newestOf('certificate', site.id, 1),
    app.authority.root(),
  ]);
  return {
    hosts: [site.fqdn, ...hosts.filter((host) => host !== site.fqdn).sort()],
    https_url: httpsAddressOf(app.config, site.fqdn),
    certificate: served ? wireCertificate(served, context.partner) : null,
    check: wireCheck(setting, served, app.config),
    error: setting?.error && setting.failedAt ? { message: setting.error, at: setting.failedAt.toISOString() } : null,
    force_https: setting?.forceHttps ?? false,
    hsts: setting?.hsts ?? false,
    hsts_off_reason: hstsOffReason(context),
    root,
    task_id: newest?.ended_at === null ? newest.task_id : null,
  };
}

/** @throws PanelError NOT_FOUND */
export const showSsl = async (context: CallContext, id: string): Promise<Ssl> =>
  sslOf(context, await findWorkload(context, { id }));

/** Requests a certificate for all addresses of a site. @throws PanelError NOT_FOUND, SSL_OFF, TASK_RUNNING */
export async function requestCertificate(context: CallContext, id: string): Promise<Started> {
  const site = await findWorkload(context, { id });
  needHttps(context);
  return context.app.db.transaction(async (tx) => {
    const task_id = await context.app.tasks.enqueue(tx, {
      kind: 'certificate.request',
      partnerId: site.partnerId,
      customerId: site.customerId,
      userId: signedIn(context).id,
      resourceId: site.id,
      title: site.fqdn,
      payload: {},
    });
    const answer: Started = { status: true, task_id, site_id: site.id, fqdn: site.fqdn };
    await context.remember(tx, answer);
    return answer;
  });
}

type Choice = Pick<Ssl, 'force_https' | 'hsts'>;

/** Why a choice is not possible, by field. */
function refusals(ssl: Ssl, { force_https, hsts }: Choice): Record<string, string> {
  const fields: Record<string, string> = {};
  if (force_https && !ssl.force_https && !ssl.check?.ok)
    fields['force_https'] = 'No certificate was seen at the site yet. Request one, or check again.';
  if (hsts && !force_https) fields['hsts'] = 'Visitors must be sent to https first.';
  else if (hsts && ssl.hsts_off_reason !== null)
    fields['hsts'] = 'Browsers would use https at every port of the site. It needs HTTPS at port 443.';
  return fields;
}

/** Changes the switches of a site. @throws PanelError NOT_FOUND, SSL_OFF, VALIDATION */
export async function updateSsl(
  context: CallContext,
  id: string,
  choice: Choice & { expected?: Expected<Choice> },
): Promise<Ssl> {
  const { app } = context;
  const site = await findWorkload(context, { id });
  needHttps(context);
  const before = await sslOf(context, site);
  checkExpected(choice.expected, { force_https: before.force_https, hsts: before.hsts });
  const fields = refusals(before, choice);
  if (Object.keys(fields).length > 0) throw new PanelError('VALIDATION', {}, { fields });
  await writeSslSetting(app.db, ownerOf(site), { forceHttps: choice.force_https, hsts: choice.hsts });
  for (const host of await hostsOf(app.db, site.id)) app.edge.invalidate(host);
  return sslOf(context, site);
}

/** Serves a certificate of the customer's own. @throws PanelError NOT_FOUND, SSL_OFF, VALIDATION */
export async function uploadCertificate(context: CallContext, id: string, files: CertificateFiles): Promise<Ssl> {
  const { app } = context;
  const site = await findWorkload(context, { id });
  needHttps(context);
  const hosts = await hostsOf(app.db, site.id);
  const upload = await app.uploads.run('certificate', signedIn(context).id, {
    certificate: files.certificate,
    key: files.key,
    hosts: [site.fqdn, ...hosts.filter((host) => host !== site.fqdn)],
    now: app.clock.now(),
  });
  if ('field' in upload) throw new PanelError('VALIDATION', {}, { fields: { [upload.field]: upload.message } });
  await app.db.transaction(async (tx) => {
    const values = certificateRow(ownerOf(site), 'own', upload.hosts, upload.issued, app.secrets);
    await removeFormer(tx, await addCertificate(tx, values));
  });
  return checkSsl(context, id);
}

/** Removes an upload. @throws PanelError NOT_FOUND */
export async function removeUpload(context: CallContext, id: string): Promise<Ssl> {
  const { app } = context;
  const site = await findWorkload(context, { id });
  await removeUploads(app.db, ownerOf(site));
  await forgetCertificates(app, ownerOf(site));
  if (app.config.httpsPort !== null) await checkServed(app, ownerOf(site), site.fqdn);
  return sslOf(context, site);
}

/** Looks at what is served now. @throws PanelError NOT_FOUND, SSL_OFF */
export async function checkSsl(context: CallContext, id: string): Promise<Ssl> {
  const { app } = context;
  const site = await findWorkload(context, { id });
  needHttps(context);
  await forgetCertificates(app, ownerOf(site));
  await checkServed(app, ownerOf(site), site.fqdn);
  return sslOf(context, site);
}
