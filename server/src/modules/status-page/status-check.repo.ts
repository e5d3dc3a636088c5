import type { StatusPart } from '@panel/contract';
import type { PartnerRow } from '../../context/call-context.ts';
import type { Database } from '../../db/database.ts';
import type { Condition } from './status-model.ts';

/** A UTC day: the share of time that checks found it well, or null without checks. */
export type StatusDay = { day: string; share: number | null };
/** A part that something has checked; its condition is null without a check. */
export type CheckedPart = { part: StatusPart; condition: Condition | null; days: StatusDay[] };

/** Parts of a partner that were checked in the last 90 days. */
export const checkedParts = async (_db: Database, _partner: PartnerRow, _now: Date): Promise<CheckedPart[]> => [];
