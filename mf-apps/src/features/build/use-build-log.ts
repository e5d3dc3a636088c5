import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import type { BuildLog } from '@panel/core';
import { buildLogQuery } from '@panel/resources/app';

export type Line = BuildLog['lines'][number];

type GrowingLog = { lines: readonly Line[]; ended: boolean; leftOut: number; error: Error | null };

/** All lines of a build so far. */
export const useBuildLog = (buildId: string): GrowingLog => useGrowingLog((from) => buildLogQuery(buildId, from));

/** All lines of a log so far. Each question asks for those after the last one, so that a long log is sent once. */
export function useGrowingLog(queryFrom: (from: number) => ReturnType<typeof buildLogQuery>): GrowingLog {
  const [lines, setLines] = useState<readonly Line[]>([]);
  const next = (lines.at(-1)?.line ?? 0) + 1;
  const { data, error } = useQuery(queryFrom(next));
  // Known lines are state of their own, because each answer has only those that are new.
  const more = data?.lines.filter(({ line }) => line >= next) ?? [];
  if (more.length > 0) setLines([...lines, ...more]);
  return { lines, ended: data?.ended ?? false, leftOut: data?.left_out ?? 0, error };
}
