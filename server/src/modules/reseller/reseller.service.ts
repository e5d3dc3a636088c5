import {
  SECTION_ATTRIBUTE,
  SECTIONS,
  type PartnerAttributes,
  type Reseller,
  type ResellerCreateInput,
  type ResellerLimits,
  type ResellerUpdateInput,
} from '@panel/contract';
import { randomBytes } from 'node:crypto';
import type * as v from 'valibot';
import { audit } from '../../context/audit.repo.ts';
import { signedIn, type CallContext, type PartnerRow } from '../../context/call-context.ts';
import { found } from '../../context/scope.ts';
import type { Database } from '../../db/database.ts';
import { lockNames } from '../../db/lock-names.ts';
import { isOpenAccount } from '../../db/open-account.ts';
import { PanelError } from '../../kernel/errors.ts';
import { checkExpected } from '../../kernel/expected.ts';
import { panelMoved } from '../certificate/panel-host.repo.ts';
import { sendInvitations } from '../customer/customer.service.ts';
import { invitationMail } from '../session/account-mails.ts';
import { useUpTokensOf } from '../session/token.repo.ts';
import { limitsOf, publicResellers } from './public-reseller.ts';
import { checkNames } from './reseller-names.ts';
import {
  changeReseller,
  findReseller,
  insertAdmin,
  insertReseller,
  invitedAdmin,
  lockResellers,
  moveHost,
} from './reseller.repo.ts';

type Created = v.InferOutput<typeof ResellerCreateInput>;

/** One partner with what it uses. @throws PanelError NOT_FOUND */
export async function showReseller(context: CallContext, id: string): Promise<Reseller> {
  const row = found(await findReseller(context.app.db, id));
  return found((await publicResellers(context, [row]))[0]);
}

/** Records what a superadmin did to a partner, in its own log: staff of the panel that the superadmin is on read theirs. */
export async function record(
  context: CallContext,
  tx: Database,
  action: string,
  detail: Record<string, unknown> & { resellerId: string },
): Promise<void> {
  const who = { partnerId: detail.resellerId, userId: signedIn(context).id, request: context.request };
  await audit(tx, action, who, detail);
}

const columnsOf = ({ customers, sites, disk_gb }: ResellerLimits) => ({
  customersMax: customers,
  sitesMax: sites,
  diskMaxGb: disk_gb,
});

/** The brand and the switches of a new partner, which its staff change afterwards as versions. */
function attributesOf({ name, colors, sections }: Created): PartnerAttributes {
  const off = sections ? SECTIONS.filter((section) => !sections.includes(section)) : [];
  return {
    RESELLER_COMPANY_NAME: name,
    ...Object.fromEntries(Object.entries(colors).filter(([, color]) => color)),
    ...Object.fromEntries(off.map((section) => [SECTION_ATTRIBUTE[section], 'false'])),
  };
}

/** A word for logs, e.g. `panel-4f2a91`. */
const slugOf = (host: string): string => `${host.split('.')[0]}-${randomBytes(3).toString('hex')}`;

/**
 * Creates a partner with its first administrator in one transaction, and lets every process know: from then on its panel
 * answers. @throws PanelError VALIDATION for a name that it cannot have
 */
export async function createReseller(context: CallContext, input: Created): Promise<Reseller> {
  const { app } = context;
  const { name, host, sites_domain: sitesDomain, support_email: supportEmail, admin } = input;
  const id = await app.db.transaction(async (tx) => {
    await lockNames(tx);
    await checkNames(tx, { host, sitesDomain }, app);
    const row = await insertReseller(tx, {
      ...{ slug: slugOf(host), name, domain: host, sitesDomain, supportEmail, isSpecial: input.is_special },
      attributes: attributesOf(input),
      ...columnsOf(input.limits),
    });
    const invited = await insertAdmin(tx, { partnerId: row.id, ...admin });
    await record(context, tx, 'reseller.create', { resellerId: row.id, name, host, email: invited.email });
    await app.mail.queue(tx, await invitationMail({ ...app, db: tx }, row, invited));
    return row.id;
  });
  await app.partners.changed(id);
  sendInvitations(context);
  return showReseller(context, id);
}

/** Domains that are delegated to names below the earlier domain stay so, and are answered. */
const serversOf = (row: PartnerRow, next: string | null) => ({
  nameserverDomain: next,
  formerNameserverDomains: [...new Set([...row.formerNameserverDomains, row.nameserverDomain])].filter(
    (each): each is string => each !== null && each !== next,
  ),
});

/** Changes what is given of a partner. @throws PanelError NOT_FOUND, CONFLICT, VALIDATION for a host that it cannot have */
export async function updateReseller(
  context: CallContext,
  { id, expected, ...input }: v.InferOutput<typeof ResellerUpdateInput>,
): Promise<Reseller> {
  const { app, partner: own } = context;
  let moved: string[] = [];
  await app.db.transaction(async (tx) => {
    await lockNames(tx);
    const row = found((await lockResellers(tx, [id]))[0]);
    const { name, domain, supportEmail, isSpecial } = row;
    const before = {
      ...{ name, host: domain, support_email: supportEmail, is_special: isSpecial, limits: limitsOf(row) },
      nameserver_domain: row.nameserverDomain,
    };
    checkExpected(expected, before);
    const after = { ...before, ...input };
    if (after.host !== domain) {
      if (id === own.id)
        throw new PanelError(
          'VALIDATION',
          {},
          { fields: { host: 'You are on this panel now. Change its host from the panel of another partner.' } },
        );
      await checkNames(tx, { host: after.host }, { config: app.config, except: row });
      await moveHost(tx, id, domain, after.host);
      await panelMoved(tx, id, after.host);
      moved = [domain, after.host];
    }
    const servers = after.nameserver_domain;
    if (servers !== null && servers !== row.nameserverDomain)
      await checkNames(tx, { nameserverDomain: servers }, { config: app.config, except: row });
    // The brand shows the name until the partner's staff choose another one.
    const isShown = row.attributes.RESELLER_COMPANY_NAME === name;
    const change = {
      ...{ name: after.name, domain: after.host, supportEmail: after.support_email, isSpecial: after.is_special },
      ...columnsOf(after.limits),
      ...(servers !== row.nameserverDomain && serversOf(row, servers)),
      ...(isShown && { attributes: { ...row.attributes, RESELLER_COMPANY_NAME: after.name } }),
    };
    await changeReseller(tx, id, change, app.clock.now());
    await record(context, tx, 'reseller.update', { resellerId: id, before, after });
  });
  await app.partners.changed(id);
  // Their certificates.
  for (const host of moved) app.edge.invalidate(host);
  return showReseller(context, id);
}

/** Sends the administrator's invitation again; earlier links end. @throws PanelError NOT_FOUND, INVITATION_ACCEPTED, PARTNER_CLOSED */
export async function inviteAgain(context: CallContext, id: string): Promise<Reseller> {
  const { app } = context;
  await app.db.transaction(async (tx) => {
    const row = found((await lockResellers(tx, [id]))[0]);
    if (!isOpenAccount(row)) throw new PanelError('PARTNER_CLOSED');
    const admin = await invitedAdmin(tx, id);
    if (!admin) throw new PanelError('INVITATION_ACCEPTED');
    await useUpTokensOf(tx, admin.id, app.clock.now());
    await record(context, tx, 'reseller.invite', { resellerId: id, email: admin.email });
    await app.mail.queue(tx, await invitationMail({ ...app, db: tx }, row, admin));
  });
  sendInvitations(context);
  return showReseller(context, id);
}
