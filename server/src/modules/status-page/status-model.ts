import { themeCss } from '@panel/brand/colors';
import type { StatusImpact, StatusKind, StatusPart, StatusState, StatusStep } from '@panel/contract';
import type { AppContext } from '../../context/app-context.ts';
import type { PartnerRow } from '../../context/call-context.ts';
import { companyOf } from '../../context/public-partner.ts';
import { DAY_MS } from '../../tasks/define-module.ts';
import { toldIncidents, updatesOf, type IncidentRow, type UpdateRow } from './incident.repo.ts';
import { stateOf } from './public-incident.ts';
import { worst, type Condition } from './status-condition.ts';
import { checkedParts, type CheckedPart } from './status-check.repo.ts';

const PAST_DAYS = 90;
const PAST_MAX = 20;
/** Of each incident, the newest. */
const UPDATES_MAX = 20;

export type ShownPart = CheckedPart & { condition: Condition };
export type ShownIncident = {
  id: string;
  kind: StatusKind;
  title: string;
  parts: StatusPart[];
  impact: StatusImpact;
  state: StatusState;
  from: string;
  until: string | null;
  updates: { step: StatusStep | null; text: string; at: string }[];
};

/** `theme`: the rule with the colors of the partner's panel. */
export type StatusBrand = { company: string; logo: string | null; favicon: string | null; theme: string };

const isOwn = (picture: string): boolean => /^(?:\/(?!\/)|data:image\/)/.test(picture);

/** The partner's name, logo and colors. Nothing is loaded from other hosts. */
export const brandOf = (row: PartnerRow): StatusBrand => ({
  company: companyOf(row),
  logo: isOwn(row.logo) ? row.logo : null,
  favicon: isOwn(row.favicon) ? row.favicon : null,
  theme: themeCss(row.attributes),
});

/** All that the page of a partner shows, as JSON. No name or address of a customer is part of it. */
export type StatusModel = StatusBrand & {
  /** When it was read. */
  at: string;
  overall: Condition | null;
  parts: ShownPart[];
  open: ShownIncident[];
  past: ShownIncident[];
};

/** What an incident means for its parts now; a maintenance that has not begun means nothing. */
const conditionOf = ({ kind, state, impact }: ShownIncident): Condition | null =>
  state === 'planned' || state === 'resolved' ? null : kind === 'maintenance' ? 'maintenance' : impact;

const shown =
  (updates: ReadonlyMap<string, UpdateRow[]>, now: Date) =>
  (row: IncidentRow): ShownIncident => ({
    ...{ id: row.id, kind: row.kind, title: row.title, parts: row.parts, impact: row.impact },
    state: stateOf(row, now),
    from: row.fromAt.toISOString(),
    until: row.untilAt?.toISOString() ?? null,
    updates: (updates.get(row.id) ?? [])
      .slice(0, UPDATES_MAX)
      .map(({ step, text, createdAt }) => ({ step, text, at: createdAt.toISOString() })),
  });

/** Parts that were checked, and those that an open incident names, each at its worst. */
function withIncidents(checked: readonly CheckedPart[], open: readonly ShownIncident[]): ShownPart[] {
  const told = (part: StatusPart) =>
    open.flatMap((each) => (each.parts.includes(part) ? (conditionOf(each) ?? []) : []));
  const named = [...new Set(open.filter((each) => conditionOf(each) !== null).flatMap(({ parts }) => parts))];
  const unchecked = named
    .filter((part) => checked.every((each) => each.part !== part))
    .map((part): CheckedPart => ({ part, condition: null, days: [] }));
  return [...checked, ...unchecked].map((each) => ({
    ...each,
    condition: worst([...told(each.part), ...(each.condition === null ? [] : [each.condition])]) ?? 'unknown',
  }));
}

/** Reads what the page of a partner shows now. */
export async function readStatus(
  { db, clock }: Pick<AppContext, 'db' | 'clock'>,
  row: PartnerRow,
): Promise<StatusModel> {
  const now = clock.now();
  const since = new Date(now.getTime() - PAST_DAYS * DAY_MS);
  const incidents = await toldIncidents(db, row.id, { now, since, past: PAST_MAX });
  const updates = Map.groupBy(
    await updatesOf(
      db,
      incidents.map(({ id }) => id),
    ),
    ({ incidentId }) => incidentId,
  );
  const all = incidents.map(shown(updates, now));
  const open = all.filter(({ state }) => state !== 'resolved');
  const parts = withIncidents(await checkedParts(db, row, now), open);
  return {
    ...brandOf(row),
    at: now.toISOString(),
    overall: worst(parts.map(({ condition }) => condition)),
    parts,
    open,
    past: all.filter(({ state }) => state === 'resolved'),
  };
}
