import { useMemo } from 'react';
import { useQuery } from '@tanstack/react-query';
import { diffLines } from 'diff';
import { t } from '@panel/core';
import type { DifferenceText } from '@panel/core';
import { Button, Dialog, Stack, Text, VisuallyHidden } from '@panel/ui';
import { differenceTextQuery } from '@panel/resources/staging';
import { ToolData } from '@panel/workload/parts';
import './staging.css';

/** What is shown: a post or a file. */
export type ShownText = { title: string; of: { post: number } | { path: string } };

/** Texts that have little in common are shown one after the other: comparing them would take long and say nothing. */
const MOST_EDITS = 2000;
/** Lines around a change. */
const AROUND = 3;

type Piece = { kind: 'same' | 'added' | 'removed' | 'left'; lines: string[] };

const linesOf = (text: string): string[] => text.replace(/\n$/, '').split('\n');

/** Leaves out lines that are the same on both sites and far from a change. */
function shortened(pieces: readonly Piece[]): Piece[] {
  return pieces.flatMap((piece, at): Piece[] => {
    if (piece.kind !== 'same') return [piece];
    const head = at === 0 ? 0 : AROUND;
    const tail = at === pieces.length - 1 ? 0 : AROUND;
    if (piece.lines.length <= head + tail + 1) return [piece];
    const cut = piece.lines.length - tail;
    return [
      { kind: 'same', lines: piece.lines.slice(0, head) },
      { kind: 'left', lines: piece.lines.slice(head, cut) },
      { kind: 'same', lines: piece.lines.slice(cut) },
    ];
  });
}

function piecesOf(live: string, staging: string): Piece[] {
  const changes = diffLines(live, staging, { maxEditLength: MOST_EDITS });
  if (!changes)
    return [
      { kind: 'removed', lines: linesOf(live) },
      { kind: 'added', lines: linesOf(staging) },
    ];
  return shortened(
    changes.map(({ added, removed, value }) => ({
      kind: added ? 'added' : removed ? 'removed' : 'same',
      lines: linesOf(value),
    })),
  );
}

const SIGNS = { same: ' ', added: '+', removed: '−' } as const;

function Pieces({ live, staging }: { live: string; staging: string }) {
  const pieces = useMemo(() => piecesOf(live, staging), [live, staging]);
  if (live === staging) return <Text tone="soft">{t('The texts are the same.')}</Text>;
  return (
    <div className="staging-text" dir="auto" tabIndex={0} role="region" aria-label={t('Text difference')}>
      {pieces.map(({ kind, lines }, at) =>
        kind === 'left' ? (
          <Text key={at} as="p" tone="muted">
            {t('{count, plural, one {# line} other {# lines}} the same', { count: lines.length })}
          </Text>
        ) : (
          <div key={at} className={`staging-text-${kind}`}>
            {kind !== 'same' && <VisuallyHidden>{kind === 'added' ? t('Added') : t('Removed')}</VisuallyHidden>}
            {lines.map((line, number) => (
              <div key={number} className="staging-line">
                <span aria-hidden="true">{SIGNS[kind]}</span>
                <bdi>{line}</bdi>
              </div>
            ))}
          </div>
        ),
      )}
    </div>
  );
}

function Texts({ text: { live, staging } }: { text: DifferenceText }) {
  if (live?.text === null || staging?.text === null)
    return <Text tone="soft">{t('This file is too large for a comparison, or it is no text.')}</Text>;
  const isWhole = (live?.whole ?? true) && (staging?.whole ?? true);
  return (
    <Stack gap={2}>
      {live === null && <Text tone="soft">{t('The live site does not have it.')}</Text>}
      {staging === null && <Text tone="soft">{t('Staging does not have it.')}</Text>}
      <Pieces live={live?.text ?? ''} staging={staging?.text ?? ''} />
      {!isWhole && <Text tone="soft">{t('Only the beginning of the text was compared.')}</Text>}
    </Stack>
  );
}

/** The text of a post or a file as both sites have it, and what differs. */
export function TextDifferenceDialog({
  stagingId,
  shown: { title, of },
  onClose,
}: {
  stagingId: string;
  shown: ShownText;
  onClose: () => void;
}) {
  const result = useQuery(differenceTextQuery(stagingId, of));
  return (
    <Dialog open size="l" title={title} onClose={onClose} footer={<Button onClick={onClose}>{t('Close')}</Button>}>
      <ToolData result={result} reason={undefined} what={t('the text')}>
        {(text) => <Texts text={text} />}
      </ToolData>
    </Dialog>
  );
}
