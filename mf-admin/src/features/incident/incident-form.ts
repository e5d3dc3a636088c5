import * as v from 'valibot';
import { StatusCreateInput } from '@panel/contract/schemas';
import type { Incident } from '@panel/resources/incident';
import { LocalTime, localTime } from '../local-time.ts';

/** The form for a new incident or maintenance with its first update. */
export const ToldForm = v.object({
  ...v.omit(StatusCreateInput, ['from', 'until']).entries,
  from: LocalTime,
  until: LocalTime,
  /** What was edited, whatever was loaded since. */
  version: v.number(),
});
export type Typed = v.InferInput<typeof ToldForm>;
export type Entered = v.InferOutput<typeof ToldForm>;

/** Without something new to tell. */
export const FactsForm = v.object({ ...ToldForm.entries, text: v.string() });

export const EMPTY: Typed = {
  ...{ kind: 'incident', title: '', parts: [], impact: 'degraded', from: '', until: '' },
  ...{ step: 'investigating', text: '', mail: true, version: 1 },
};

export const typedOf = ({ kind, title, parts, impact, from, until, version }: Incident): Typed => ({
  ...{ kind, title, parts, impact, version, from: localTime(from) },
  // Of an incident it is when it was resolved.
  until: kind === 'maintenance' ? localTime(until) : '',
  ...{ step: null, text: '', mail: true },
});
