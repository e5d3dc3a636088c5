import { JOIN_TOKEN_MINUTES, type JoinTokenCreated, type MachineJoined, type MachineJoinInput } from '@panel/contract';
import { addressOf } from '../../config/config.ts';
import { audit } from '../../context/audit.repo.ts';
import type { AppContext } from '../../context/app-context.ts';
import type { CallContext } from '../../context/call-context.ts';
import { idHash, randomId } from '../../context/csrf.ts';
import type { Database } from '../../db/database.ts';
import { PanelError } from '../../kernel/errors.ts';
import { createMachineAuthority, digestOf, fingerprintOf } from '../../machine/authority.ts';
import { insertMember, insertToken, lockToken, useToken } from './join-token.repo.ts';

/** Where machines report. @throws PanelError MACHINES_OFF */
function joinPort({ machine }: AppContext): number {
  if (machine.joinPort === null) throw new PanelError('MACHINES_OFF');
  return machine.joinPort;
}

/** Makes a token by which one machine can join. @throws PanelError MACHINES_OFF */
export async function makeJoinToken({ app, partner }: CallContext, by: string): Promise<JoinTokenCreated> {
  joinPort(app);
  const secret = randomId();
  const now = app.clock.now();
  const expiresAt = new Date(now.getTime() + JOIN_TOKEN_MINUTES * 60_000);
  const root = await createMachineAuthority(app).root();
  await insertToken(app.db, { tokenHash: idHash(secret), createdAt: now, createdBy: by, expiresAt });
  return {
    token: `${secret}.${digestOf(root)}`,
    url: addressOf(app.config, partner.domain),
    expiresAt: expiresAt.toISOString(),
  };
}

/** What is written down of every attempt, so that a stolen token shows. */
async function noted(db: Database, { partner, request }: CallContext, action: string, detail: Record<string, unknown>) {
  await audit(db, action, { partnerId: partner.id, userId: null, request }, detail);
}

type Joining = { fingerprint: string; address: string };

async function joinIn(tx: Database, context: CallContext, input: MachineJoinInput, { fingerprint, address }: Joining) {
  const hash = idHash(input.token.split('.')[0] ?? '');
  const row = await lockToken(tx, hash);
  const now = context.app.clock.now();
  if (!row) return new PanelError('JOIN_TOKEN_UNKNOWN');
  if (row.usedAt !== null) return new PanelError('JOIN_TOKEN_USED');
  if (row.expiresAt <= now) return new PanelError('JOIN_TOKEN_EXPIRED');
  const isNew = await insertMember(tx, {
    ...{ id: input.id, name: input.name, address, fingerprint, joinedAt: now },
    ...{ version: '', capabilities: { php: [], databases: [], cpus: 0 } },
  });
  if (!isNew) return new PanelError('MACHINE_KNOWN');
  await useToken(tx, hash, input.id, now);
  await noted(tx, context, 'machine.join', { machine: input.id, name: input.name, tokenBy: row.createdBy });
  return null;
}

/**
 * Lets a machine join: signs the certificate of its key. A token works once; every attempt with another one, or with one that was
 * used or has expired, has a line in the audit log.
 * @throws PanelError JOIN_TOKEN_UNKNOWN, JOIN_TOKEN_USED, JOIN_TOKEN_EXPIRED, JOIN_KEY_INVALID, MACHINE_KNOWN, MACHINES_OFF
 */
export async function joinMachine(context: CallContext, input: MachineJoinInput): Promise<MachineJoined> {
  const { app, request } = context;
  const port = joinPort(app);
  const authority = createMachineAuthority(app);
  const asked = await app.uploads.run('machineRequest', `join ${request.ip}`, { csr: input.csr });
  const certificate = asked && (await authority.sign(asked.key, input.id).catch(() => null));
  if (!certificate) throw new PanelError('JOIN_KEY_INVALID');
  const joining = { fingerprint: fingerprintOf(certificate), address: request.ip };
  const refused = await app.db.transaction((tx) => joinIn(tx, context, input, joining));
  if (refused) {
    await noted(app.db, context, 'machine.refused', { code: refused.code, machine: input.id, name: input.name });
    throw refused;
  }
  return { certificate, authority: await authority.root(), port };
}
