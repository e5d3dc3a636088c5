import { useEffect, useState } from 'react';
import { formatDate, formatRelative, toMillis, zoneOf, type DateLike } from '../format/date.ts';
import { formatBytes, formatUsage } from '../format/bytes.ts';

const MINUTE = 60_000;

/** "2 hours ago" with the exact time on hover; kept up to date. A dash when there is none. */
export function RelativeTime({ at }: { at: DateLike }) {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), MINUTE);
    return () => clearInterval(timer);
  }, []);
  const millis = toMillis(at);
  if (millis === null) return <span>-</span>;
  return (
    <time dateTime={new Date(millis).toISOString()} title={`${formatDate(millis)} ${zoneOf(millis)}`}>
      {formatRelative(millis, Math.max(now, millis > Date.now() ? 0 : millis))}
    </time>
  );
}

/** A size in tabular figures. `usage` counts 512 bytes per KB (spec §9). */
export const Bytes = ({ value, usage = false }: { value: number | null | undefined; usage?: boolean }) => (
  <span className="p-figures">{usage ? formatUsage(value) : formatBytes(value)}</span>
);
