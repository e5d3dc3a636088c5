import { useEffect, useRef, useState } from 'react';
import { t } from '@panel/core';
import { useLocation } from '@panel/core/router';
import { Button, Checkbox, CopyText, Inline, SearchInput, Stack, Text } from '@panel/ui';
import { ansiPieces, plainLine } from './ansi.ts';
import type { Line } from './use-build-log.ts';
import './build-log.css';

type Props = {
  lines: readonly Line[];
  name: string;
  ended: boolean;
  leftOut: number;
  /** What it is the log of. */
  label?: string;
  /** What is said of an ended one without lines. */
  empty?: string;
};

const anchorOf = (line: number): string => `L${line}`;

function LogLine({ line, text, marked }: Line & { marked: boolean }) {
  return (
    <li className="build-log-line" data-marked={marked || undefined}>
      <a
        className="build-log-number"
        id={anchorOf(line)}
        href={`#${anchorOf(line)}`}
        aria-label={t('Line {line}', { line })}
      >
        {line}
      </a>
      <span className="build-log-text">
        {ansiPieces(text).map((piece, index) => (
          <span
            key={index}
            style={{ ...(piece.color && { color: piece.color }), ...(piece.bold && { fontWeight: 600 }) }}
          >
            {piece.text}
          </span>
        ))}
      </span>
    </li>
  );
}

/** Saves the whole log as a text file. */
function download(lines: readonly Line[], name: string): void {
  const text = lines.map((line) => plainLine(line.text)).join('\n');
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
  link.download = `${name}.log`;
  link.click();
  URL.revokeObjectURL(link.href);
}

/** The log of a build: follows new lines, is searched, wrapped, copied and saved; each line has an address. */
export function BuildLogView({
  lines,
  name,
  ended,
  leftOut,
  label = t('Build log'),
  empty = t('This build wrote nothing.'),
}: Props) {
  const [follow, setFollow] = useState(true);
  const [wrap, setWrap] = useState(true);
  const [full, setFull] = useState(false);
  const [search, setSearch] = useState('');
  const { hash } = useLocation();
  const box = useRef<HTMLDivElement>(null);
  const wanted = search.toLowerCase();
  const shown = wanted === '' ? lines : lines.filter(({ text }) => plainLine(text).toLowerCase().includes(wanted));
  useEffect(() => {
    if (follow && box.current) box.current.scrollTop = box.current.scrollHeight;
  }, [follow, shown.length]);
  return (
    <Stack gap={2}>
      <Inline>
        <SearchInput label={t('Search the log')} value={search} onChange={setSearch} />
        <Checkbox label={t('Follow')} checked={follow} onChange={setFollow} />
        <Checkbox label={t('Wrap lines')} checked={wrap} onChange={setWrap} />
        <Button onClick={() => setFull(true)}>{t('Full screen')}</Button>
        <Button
          icon="download"
          onClick={() => download(lines, name)}
          disabledReason={lines.length === 0 ? t('There are no lines yet.') : null}
        >
          {t('Download')}
        </Button>
        <CopyText text={lines.map((line) => plainLine(line.text)).join('\n')} label={t('Copy the log')} />
      </Inline>
      {leftOut > 0 && (
        <Text as="p" size="s" tone="muted">
          {t('{count, plural, one {# line} other {# lines}} in the middle of this log were not kept.', {
            count: leftOut,
          })}
        </Text>
      )}
      <div
        ref={box}
        className="build-log"
        data-wrap={wrap || undefined}
        data-full={full || undefined}
        role="log"
        aria-label={label}
        tabIndex={0}
        onKeyDown={({ key }) => key === 'Escape' && setFull(false)}
        onWheel={({ deltaY }) => deltaY < 0 && setFollow(false)}
      >
        {full && <Button onClick={() => setFull(false)}>{t('Leave full screen')}</Button>}
        {shown.length === 0 ? (
          <Text tone="muted">
            {wanted !== ''
              ? t('No line contains this text.')
              : ended
                ? empty
                : t('Lines appear here as they are written.')}
          </Text>
        ) : (
          <ol>
            {shown.map((line) => (
              <LogLine key={line.line} {...line} marked={hash === `#${anchorOf(line.line)}`} />
            ))}
          </ol>
        )}
      </div>
    </Stack>
  );
}
