import { useState } from 'react';
import { recordKey, zoneDifference } from '@panel/contract/schemas';
import { useDirty, type DnsRecord, type DnsZone } from '@panel/core';

type Draft = {
  /** The version that the changes are made to. */
  serial: number;
  records: DnsRecord[];
  /** Earlier states of the draft, for undo. */
  earlier: DnsRecord[][];
};

const startOf = ({ serial, records }: DnsZone): Draft => ({ serial, records, earlier: [] });

/** Changes to the records of a domain, until they are saved. */
export function useZoneDraft(zone: DnsZone) {
  const [draft, setDraft] = useState(() => startOf(zone));
  const difference = zoneDifference(zone.records, draft.records);
  const changes = difference.added.length + difference.removed.length + difference.changed.length;
  // A newer version replaces a draft without changes.
  if (zone.serial !== draft.serial && draft.earlier.length === 0) setDraft(startOf(zone));
  useDirty(changes > 0);
  const change = (records: DnsRecord[]) =>
    setDraft((before) => ({ ...before, records, earlier: [...before.earlier, before.records] }));
  const without = (record: DnsRecord) => draft.records.filter((each) => recordKey(each) !== recordKey(record));
  return {
    serial: draft.serial,
    records: draft.records,
    difference,
    changes,
    canUndo: draft.earlier.length > 0,
    /** Replaces all records. */
    replace: change,
    add: (record: DnsRecord) => change([...draft.records, record]),
    edit: (record: DnsRecord, next: DnsRecord) => change(draft.records.map((each) => (each === record ? next : each))),
    remove: (record: DnsRecord) => change(without(record)),
    undo: () =>
      setDraft((before) => {
        const records = before.earlier.at(-1);
        return records ? { ...before, records, earlier: before.earlier.slice(0, -1) } : before;
      }),
    /** Begins again with a saved version. */
    reset: (saved: DnsZone) => setDraft(startOf(saved)),
  };
}

export type ZoneDraft = ReturnType<typeof useZoneDraft>;
