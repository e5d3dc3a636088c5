import { randomBytes } from 'node:crypto';
import { rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { AppContext } from '../context/app-context.ts';
import type { PartnerRow } from '../context/call-context.ts';
import type { Database } from '../db/database.ts';
import { lockNames } from '../db/lock-names.ts';
import { StartError } from '../listen/http-server.ts';
import { PanelError } from '../kernel/errors.ts';
import { partnerOfHost } from '../modules/partner/partner.repo.ts';
import { checkNames } from '../modules/reseller/reseller-names.ts';
import { insertReseller } from '../modules/reseller/reseller.repo.ts';
import { passwordLink } from '../modules/session/account-mails.ts';
import { useUpTokensOf } from '../modules/session/token.repo.ts';
import { findSuperadmins, insertSuperadmin } from '../modules/user/user.repo.ts';

/** In DATA_DIR, for the user of the panel alone. */
export const FIRST_LINK_FILE = 'first-sign-in.txt';

const NAME = 'Hosting';

/** The partner at the host of PUBLIC_URL, whose panel the operator opens first. @throws StartError for names that it cannot have */
async function createFirstPartner(app: AppContext, tx: Database): Promise<PartnerRow> {
  const { publicUrl, firstOperator } = app.config;
  const host = new URL(publicUrl).hostname;
  const { email = '', sitesDomain = '', nameserverDomain } = firstOperator ?? {};
  try {
    await checkNames(tx, { host, sitesDomain, nameserverDomain }, app);
  } catch (error) {
    if (!(error instanceof PanelError)) throw error;
    const { host: ofHost, sites_domain: ofSites, nameserver_domain: ofServers } = error.extra.fields ?? {};
    if (ofServers && !ofHost && !ofSites) throw new StartError(`NAMESERVER_DOMAIN: ${ofServers}`);
    throw new StartError(ofHost ? `PUBLIC_URL: ${ofHost}` : `SITES_DOMAIN: ${ofSites ?? error.message}`);
  }
  return insertReseller(tx, {
    ...{ slug: `first-${randomBytes(3).toString('hex')}`, name: NAME, domain: host, sitesDomain, supportEmail: email },
    ...{ isSpecial: true, nameserverDomain: nameserverDomain ?? null },
    attributes: { RESELLER_COMPANY_NAME: NAME },
  });
}

/**
 * Creates what a new installation needs so that somebody can sign in: a partner at its own address, and an operator without a
 * password. Once there is an operator, nothing is created any more. Until that operator has a password, each start writes a new
 * link to set one into a file that only the user of the panel reads: emails may not work yet, and logs are read by others.
 * @throws StartError for names that a partner cannot have
 */
export async function ensureFirstOperator(app: AppContext, progress: (line: string) => void): Promise<void> {
  const { firstOperator, dataDir } = app.config;
  if (!firstOperator) return;
  const file = path.join(dataDir, FIRST_LINK_FILE);
  const made = await app.db.transaction(async (tx) => {
    await lockNames(tx);
    const operators = await findSuperadmins(tx);
    const known = operators.find(({ email }) => email === firstOperator.email);
    if (operators.length > 0 && known?.passwordHash !== null) return null;
    const host = new URL(app.config.publicUrl).hostname;
    const partner = (await partnerOfHost(tx, host)) ?? (await createFirstPartner(app, tx));
    const operator = known ?? (await insertSuperadmin(tx, firstOperator.email));
    await useUpTokensOf(tx, operator.id, app.clock.now());
    const link = await passwordLink({ ...app, db: tx }, partner, operator, 'set_password');
    // Before the others, who wait for the lock, end this link by their own.
    await writeFile(`${file}.new`, `${link}\n`, { mode: 0o600 });
    await rename(`${file}.new`, file);
    return partner;
  });
  if (made === null) return rm(file, { force: true });
  await app.partners.changed(made.id);
  progress(`Set the password of ${firstOperator.email} by the link in ${file}. It works once, within three days.`);
}
