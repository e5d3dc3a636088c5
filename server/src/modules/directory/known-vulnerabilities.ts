import { SEVERITIES, type KnownVulnerabilities, type Severity } from '@panel/contract';
import { compareVersions } from '@panel/contract/compare-versions';
import { affects, type VulnerabilityRow } from '../vulnerability/vulnerability.repo.ts';

/** What is known about an item, seen from one version of it. A vulnerability may have several ranges of versions. */
export function knownVulnerabilities(rows: readonly VulnerabilityRow[], version: string): KnownVulnerabilities {
  const ids = (some: readonly VulnerabilityRow[]) => new Set(some.map(({ feedId }) => feedId));
  const current = rows.filter((row) => affects(row, version));
  const worst = (some: readonly VulnerabilityRow[]): Severity | null =>
    SEVERITIES.toReversed().find((severity) => some.some((row) => row.severity === severity)) ?? null;
  const fixes = rows.map(({ fixedIn }) => fixedIn);
  const fixed = fixes.filter((each) => each !== null).toSorted(compareVersions);
  return {
    known: ids(rows).size,
    current: ids(current).size,
    severest: worst(current.length > 0 ? current : rows),
    fixed_in: fixed.length === fixes.length ? (fixed.at(-1) ?? null) : null,
  };
}
