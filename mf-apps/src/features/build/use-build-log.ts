import { useEffect, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import type { BuildLog } from '@panel/core';
import { buildLogQuery } from '@panel/resources/app';

export type Line = BuildLog['lines'][number];

/** All lines of a build so far. Each question asks for those after the last one, so that a long log is sent once. */
export function useBuildLog(buildId: string): {
  lines: readonly Line[];
  ended: boolean;
  leftOut: number;
  error: Error | null;
} {
  const [lines, setLines] = useState<readonly Line[]>([]);
  const next = (lines.at(-1)?.line ?? 0) + 1;
  const { data, error } = useQuery(buildLogQuery(buildId, next));
  useEffect(() => {
    if (!data || data.lines.length === 0) return;
    setLines((known) => {
      const last = known.at(-1)?.line ?? 0;
      const more = data.lines.filter(({ line }) => line > last);
      return more.length > 0 ? [...known, ...more] : known;
    });
  }, [data]);
  return { lines, ended: data?.ended ?? false, leftOut: data?.left_out ?? 0, error };
}
