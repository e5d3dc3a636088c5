import { randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import * as v from 'valibot';

const WORK_KINDS = ['request', 'call', 'visit', 'step', 'schedule', 'chore', 'dns'] as const;
const ReportedWork = v.object({
  kind: v.picklist(WORK_KINDS),
  name: v.pipe(v.string(), v.maxLength(200)),
  siteId: v.optional(v.pipe(v.string(), v.uuid())),
  userId: v.optional(v.pipe(v.string(), v.uuid())),
});

/** Why the watchdog ended a process. */
const Report = v.object({
  id: v.pipe(v.string(), v.uuid()),
  at: v.pipe(v.string(), v.isoTimestamp()),
  /** `{host}:{pid}`. */
  process: v.pipe(v.string(), v.maxLength(300)),
  silentMs: v.number(),
  /** What the main thread did when it was stopped; null when that cannot be known. */
  work: v.nullable(ReportedWork),
  /** Everything that was under way. */
  running: v.array(ReportedWork),
  stack: v.array(v.pipe(v.string(), v.maxLength(1000))),
  rssBytes: v.number(),
});
export type Report = v.InferOutput<typeof Report>;

/** More than a supervisor starts a process again before somebody looks. */
const KEPT = 20;

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
};

/** A piece of work as it was read from the other thread, or null when that is not readable. */
export function readWork(text: string): Report['work'] {
  const result = v.safeParse(ReportedWork, parsed(text));
  return result.success ? result.output : null;
}

/** Writes a report in one rename, without the event loop. */
export function writeReport(folder: string, report: Omit<Report, 'id'>): void {
  mkdirSync(folder, { recursive: true });
  const old = readdirSync(folder).sort();
  for (const name of old.slice(0, Math.max(0, old.length - KEPT + 1))) rmSync(path.join(folder, name));
  const file = path.join(folder, `${report.at.replaceAll(':', '-')}.json`);
  writeFileSync(`${file}.part`, JSON.stringify({ ...report, id: randomUUID() }), { mode: 0o600 });
  renameSync(`${file}.part`, file);
}

/** The reports of processes that used this data folder, the oldest first; unreadable ones are removed. */
export function readReports(folder: string): { file: string; report: Report }[] {
  mkdirSync(folder, { recursive: true });
  return readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .sort()
    .flatMap((name) => {
      const file = path.join(folder, name);
      const result = v.safeParse(Report, parsed(readFileSync(file, 'utf8')), { abortEarly: true });
      if (result.success) return [{ file, report: result.output }];
      rmSync(file);
      return [];
    });
}

/** The folder of the reports of a data folder. */
export const reportFolder = (dataDir: string): string => path.join(dataDir, 'reports');
