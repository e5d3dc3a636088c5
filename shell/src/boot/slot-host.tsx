import { Component, Suspense, use, useState, type ReactNode } from 'react';
import { useQueryErrorResetBoundary } from '@tanstack/react-query';
import { ApiError, type PageModule } from '@panel/core';
import type { SlotPart } from '@panel/contract/access';
import { Banner, Button } from '@panel/ui';
import { PageLoadError } from './load-errors.ts';
import { loadPage, refreshRemotes } from './load-page.ts';
import { tellFailure } from './page-error.tsx';
import { recoveryPart } from './recovery-part.ts';
import { remoteOf, type Remote } from './remote.ts';

type BoundaryProps = {
  name: string;
  prepareRetry: (error: unknown) => Promise<void>;
  /** Called when the part threw while running; true means that another release of it can be rendered now. */
  broke: (error: unknown) => Promise<boolean>;
  children: ReactNode;
};
type State = { error: unknown; retrying: boolean };

/** Contains the failure of one part: the page around it and the other parts continue. */
class PartBoundary extends Component<BoundaryProps, State> {
  override state: State = { error: null, retrying: false };

  static getDerivedStateFromError(error: unknown): Partial<State> {
    return { error: error ?? new Error() };
  }

  override componentDidCatch(error: unknown): void {
    if (error instanceof ApiError || error instanceof PageLoadError) return;
    this.props.broke(error).then(
      (isReplaced) => isReplaced && this.setState({ error: null, retrying: false }),
      () => undefined,
    );
  }

  private readonly retry = (): void => {
    this.setState({ retrying: true });
    this.props.prepareRetry(this.state.error).then(
      () => this.setState({ error: null, retrying: false }),
      (error: unknown) => this.setState({ error, retrying: false }),
    );
  };

  override render(): ReactNode {
    const { error, retrying } = this.state;
    if (!error) return this.props.children;
    const { title, text } = tellPart(this.props.name, error);
    return (
      <Banner
        kind="warning"
        live
        title={title}
        action={
          <Button icon="refresh" size="s" loading={retrying} onClick={this.retry}>
            Retry
          </Button>
        }
      >
        {text}
      </Banner>
    );
  }
}

/** The part's own error is in the report and in the console, not on somebody else's page. */
function tellPart(name: string, error: unknown): { title: string; text: string } {
  if (error instanceof ApiError) return { title: name, text: error.message };
  if (error instanceof PageLoadError) return tellFailure(name, error);
  return {
    title: `${name} stopped working`,
    text: 'This part had an unexpected error. The rest of the page works. (P208)',
  };
}

type LoadedProps = { remote: Remote | undefined; part: SlotPart; given: object };

function Loaded({ remote, part: { remoteId, part }, given }: LoadedProps) {
  const { Component: Part } = use<PageModule>(loadPage(remoteId, part, remote));
  return <Part {...given} />;
}

function Part({ given, part }: { given: object; part: SlotPart }) {
  const { remoteId } = part;
  const { reset } = useQueryErrorResetBoundary();
  // A part keeps the release it was opened with, even if the registry changes.
  const [{ attempt, remote }, setHeld] = useState({ attempt: 0, remote: remoteOf(remoteId) });
  const again = () => setHeld(({ attempt: before }) => ({ attempt: before + 1, remote: remoteOf(remoteId) }));
  const prepareRetry = async (error: unknown) => {
    if (error instanceof ApiError) reset();
    else await refreshRemotes(remoteId, !(error instanceof PageLoadError));
    again();
  };
  /** Reports a broken part and replaces it with an earlier release if there is one. */
  const broke = async (cause: unknown) => {
    const isReplaced = await (await recoveryPart()).pageBroke({ remoteId, page: part.part, remote, cause });
    if (isReplaced) again();
    return isReplaced;
  };
  return (
    <PartBoundary name={part.remote} prepareRetry={prepareRetry} broke={broke}>
      <Loaded key={attempt} remote={remote} part={part} given={given} />
    </PartBoundary>
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
