import {
  INCIDENT_UPDATES_MAX,
  INCIDENTS_MAX,
  type StatusCreateInput,
  type StatusIncidentDetail,
  type StatusKind,
  type StatusSaveInput,
  type StatusStep,
  type StatusUpdateInput,
} from '@panel/contract';
import type * as v from 'valibot';
import { audit } from '../../context/audit.repo.ts';
import { signedIn, type CallContext } from '../../context/call-context.ts';
import { found } from '../../context/scope.ts';
import type { Database } from '../../db/database.ts';
import { PanelError } from '../../kernel/errors.ts';
import * as repo from './incident.repo.ts';
import { wireIncident, wireUpdate } from './public-incident.ts';
import { updateMailCounts } from './status-mail.repo.ts';
import { startMailing } from './status-mail.tasks.ts';

type Created = v.InferOutput<typeof StatusCreateInput>;
type Saved = v.InferOutput<typeof StatusSaveInput>;
type Told = v.InferOutput<typeof StatusUpdateInput>;

const record = (context: CallContext, tx: Database, action: string, { id, title }: { id: string; title: string }) =>
  audit(
    tx,
    action,
    { partnerId: context.partner.id, userId: signedIn(context).id, request: context.request },
    { incidentId: id, title },
  );

const wrong = (fields: Record<string, string>): PanelError => new PanelError('VALIDATION', {}, { fields });
const timeOf = (text: string | null): Date | null => (text === null ? null : new Date(text));

/** @throws PanelError VALIDATION for a window that is none, or that staff said of an incident */
function checkTimes(kind: StatusKind, from: Date, until: Date | null, now: Date): void {
  if (kind === 'incident' && from > now) throw wrong({ from: 'An incident cannot begin later.' });
  if (kind === 'maintenance' && until === null) throw wrong({ until: 'Enter when it ends.' });
  if (kind === 'maintenance' && until !== null && until <= from)
    throw wrong({ until: 'The end must be after the beginning.' });
}

/** @throws PanelError VALIDATION for a step that its kind does not have */
function checkStep(kind: StatusKind, step: StatusStep | null, isFirst: boolean): void {
  if (kind === 'maintenance' && step !== null && (isFirst || step !== 'resolved'))
    throw wrong({ step: 'A maintenance follows its times, until it is resolved.' });
  if (kind === 'incident' && isFirst && step === null) throw wrong({ step: 'Choose a state.' });
}

/** Public pages of every process show it from now on. */
const published = ({ app, partner }: CallContext): Promise<void> => app.partners.changed(partner.id);

/** @throws PanelError NOT_FOUND */
export async function showIncident({ app, partner }: CallContext, id: string): Promise<StatusIncidentDetail> {
  const row = found(await repo.findIncident(app.db, partner.id, id));
  const updates = await repo.updatesOf(app.db, [id]);
  const counts = await updateMailCounts(
    app.db,
    updates.map((each) => each.id),
  );
  return { ...wireIncident(app.clock.now())(row), updates: updates.map(wireUpdate(counts)) };
}

/** @throws PanelError INCIDENT_LIMIT, VALIDATION */
export async function createIncident(context: CallContext, input: Created): Promise<string> {
  const { app, partner } = context;
  const { id: userId, email: userName } = signedIn(context);
  const { kind, title, parts, impact, step, text, mail } = input;
  const now = app.clock.now();
  const [fromAt, untilAt] = [timeOf(input.from) ?? now, kind === 'maintenance' ? timeOf(input.until) : null];
  checkTimes(kind, fromAt, untilAt, now);
  checkStep(kind, step, true);
  const id = await app.db.transaction(async (tx) => {
    if ((await repo.countNotOver(tx, partner.id, now)) >= INCIDENTS_MAX)
      throw new PanelError('INCIDENT_LIMIT', { limit: INCIDENTS_MAX });
    const row = await repo.insertIncident(tx, {
      ...{ partnerId: partner.id, kind, title, parts, impact, step, fromAt, userId, userName, createdAt: now },
      untilAt: step === 'resolved' ? now : untilAt,
    });
    await tell(context, tx, row, { step, text, mail }, now);
    await record(context, tx, 'incident.create', row);
    return row.id;
  });
  await published(context);
  return id;
}

async function tell(
  { app }: CallContext,
  tx: Database,
  incident: repo.IncidentRow,
  { step, text, mail }: Pick<Told, 'step' | 'text' | 'mail'>,
  now: Date,
): Promise<void> {
  const row = await repo.insertUpdate(tx, { incidentId: incident.id, step, text, isMailed: mail, createdAt: now });
  if (mail) await startMailing(app, tx, incident, row.id);
}

/** A locked incident as it was shown. @throws PanelError NOT_FOUND, CONFLICT when it was changed meanwhile */
async function shown({ partner }: CallContext, tx: Database, { id, version }: { id: string; version: number }) {
  const row = found(await repo.findIncident(tx, partner.id, id, { lock: true }));
  if (row.version !== version) throw new PanelError('CONFLICT');
  return row;
}

/** @throws PanelError NOT_FOUND, CONFLICT, VALIDATION */
export async function saveIncident(context: CallContext, input: Saved): Promise<number> {
  const { app } = context;
  const { title, parts, impact } = input;
  const saved = await app.db.transaction(async (tx) => {
    const now = app.clock.now();
    const row = await shown(context, tx, input);
    const fromAt = timeOf(input.from) ?? row.fromAt;
    // The end of what is resolved is when that was said.
    const untilAt = row.step === 'resolved' || row.kind === 'incident' ? row.untilAt : timeOf(input.until);
    if (row.step === null || row.kind === 'incident') checkTimes(row.kind, fromAt, untilAt, now);
    const next = await repo.changeIncident(tx, row.id, { title, parts, impact, fromAt, untilAt }, now);
    await record(context, tx, 'incident.save', next);
    return next;
  });
  await published(context);
  return saved.version;
}

/** @throws PanelError NOT_FOUND, CONFLICT, INCIDENT_LIMIT for one that is opened again, VALIDATION */
export async function updateIncident(context: CallContext, input: Told): Promise<number> {
  const { app, partner } = context;
  const { step } = input;
  const told = await app.db.transaction(async (tx) => {
    const now = app.clock.now();
    const row = await shown(context, tx, input);
    checkStep(row.kind, step, false);
    if ((await repo.countUpdates(tx, row.id)) >= INCIDENT_UPDATES_MAX)
      throw wrong({ text: `There can be at most ${INCIDENT_UPDATES_MAX} updates.` });
    const opens = row.step === 'resolved' && step !== null && step !== 'resolved';
    if (opens && (await repo.countNotOver(tx, partner.id, now)) >= INCIDENTS_MAX)
      throw new PanelError('INCIDENT_LIMIT', { limit: INCIDENTS_MAX });
    const ends = step === 'resolved' && row.step !== 'resolved';
    const next = await repo.changeIncident(
      tx,
      row.id,
      { step: step ?? row.step, ...(ends && { untilAt: now }), ...(opens && { untilAt: null }) },
      now,
    );
    await tell(context, tx, next, input, now);
    await record(context, tx, 'incident.update', next);
    return next;
  });
  await published(context);
  return told.version;
}
