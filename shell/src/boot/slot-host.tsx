import { Suspense, use, useState, type ReactNode } from 'react';
import { ApiError, type PageModule, t } from '@panel/core';
import type { SlotPart } from '@panel/contract/access';
import { Banner, Button } from '@panel/ui';
import { PageLoadError } from './load-errors.ts';
import { loadPage } from './load-page.ts';
import { tellFailure } from './page-error.tsx';
import { remoteOf, type Remote } from './remote.ts';
import { RetryBoundary, type Failure } from './retry-boundary.tsx';
import { useRecovery } from './use-recovery.ts';
import { useRemoteStyles } from './remote-styles.ts';

/** The part's own error is in the report and in the console, not on somebody else's page. */
function tellPart(name: string, error: unknown): { title: string; text: string } {
  if (error instanceof ApiError) return { title: name, text: error.message };
  if (error instanceof PageLoadError) return tellFailure(name, error);
  return {
    title: t('{name} stopped working', { name }),
    text: t('This part had an unexpected error. The rest of the page works. (P208)'),
  };
}

/** In place of a part that failed. */
function PartError({ name, error, retrying, onRetry }: Failure & { name: string }) {
  const { title, text } = tellPart(name, error);
  return (
    <Banner
      kind="warning"
      live
      title={title}
      action={
        <Button icon="refresh" size="s" loading={retrying} onClick={onRetry}>
          {t('Retry')}
        </Button>
      }
    >
      {text}
    </Banner>
  );
}

type LoadedProps = { remote: Remote | undefined; part: SlotPart; given: object };

function Loaded({ remote, part: { remoteId, part }, given }: LoadedProps) {
  const { Component: Part } = use<PageModule>(loadPage(remoteId, part, remote));
  useRemoteStyles(remoteId);
  return <Part {...given} />;
}

function Part({ given, part }: { given: object; part: SlotPart }) {
  const { remoteId } = part;
  // A part keeps the release it was opened with, even if the registry changes.
  const [{ attempt, remote }, setHeld] = useState({ attempt: 0, remote: remoteOf(remoteId) });
  const again = () => setHeld(({ attempt: before }) => ({ attempt: before + 1, remote: remoteOf(remoteId) }));
  const recovery = useRecovery({ remoteId, page: part.part, remote }, again);
  return (
    <RetryBoundary fallback={(failure) => <PartError name={part.remote} {...failure} />} {...recovery}>
      <Loaded key={attempt} remote={remote} part={part} given={given} />
    </RetryBoundary>
  );
}

type Props = { parts: readonly SlotPart[]; given: object };

/** The parts of one slot, stacked. Each appears once those above it have loaded, so that a late part moves none. */
function InOrder({ parts: [first, ...rest], given }: Props) {
  if (!first) return null;
  return (
    <Suspense key={`${first.remoteId} ${first.part}`}>
      <Part part={first} given={given} />
      <InOrder parts={rest} given={given} />
    </Suspense>
  );
}

export default function SlotHost({ parts, given }: Props): ReactNode {
  // Starts all in parallel; `use` would load one after the other.
  useState(() => parts.map(({ remoteId, part }) => loadPage(remoteId, part)));
  return <InOrder parts={parts} given={given} />;
}
