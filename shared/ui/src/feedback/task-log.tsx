import { useLayoutEffect, useRef, useState } from 'react';
import type { Task } from '@panel/contract';
import { t } from '@panel/core';
import { CopyText } from '../parts/copy-text.tsx';
import { Disclosure } from '../parts/disclosure.tsx';

/** The newest log lines, on demand. Follows the end until the user scrolls up. */
export function TaskLog({ lines }: { lines: Task['log'] }) {
  const [open, setOpen] = useState(false);
  const box = useRef<HTMLPreElement>(null);
  const follow = useRef(true);
  useLayoutEffect(() => {
    const element = box.current;
    if (element && open && follow.current) element.scrollTop = element.scrollHeight;
  }, [lines, open]);
  return (
    <Disclosure
      className="p-log"
      summary={t('Log ({count, plural, one {# line} other {# lines}})', { count: lines.length })}
      onToggle={setOpen}
    >
      {open && (
        <div className="p-log-body">
          <div className="p-log-copy">
            <CopyText text={lines.map((line) => line.text).join('\n')} label={t('Copy log')} buttonOnly />
          </div>
          <pre
            ref={box}
            tabIndex={0}
            role="log"
            aria-live="off"
            aria-label={t('Log')}
            onScroll={({ currentTarget: at }) => {
              follow.current = at.scrollHeight - at.scrollTop - at.clientHeight < 24;
            }}
          >
            {lines.length === 0
              ? t('No log entries yet.')
              : lines.map((line) => (
                  <span key={line.line} className="p-log-line" data-line={line.line}>
                    {line.text}
                    {'\n'}
                  </span>
                ))}
          </pre>
        </div>
      )}
    </Disclosure>
  );
}
