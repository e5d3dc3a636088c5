import { Component, Suspense, use, useState, type ReactNode } from 'react';
import { useQueryErrorResetBoundary } from '@tanstack/react-query';
import { ApiError, type PageModule } from '@panel/core';
import type { SlotPart } from '@panel/contract/access';
import { Banner, Button } from '@panel/ui';
import { PageLoadError } from './load-errors.ts';
import { loadPage, refreshRemotes } from './load-page.ts';
import { tellFailure } from './page-error.tsx';

type BoundaryProps = { name: string; prepareRetry: (error: unknown) => Promise<void>; children: ReactNode };
type State = { error: unknown; retrying: boolean };

/** Contains the failure of one part: the page around it and the other parts continue. */
class PartBoundary extends Component<BoundaryProps, State> {
  override state: State = { error: null, retrying: false };

  static getDerivedStateFromError(error: unknown): Partial<State> {
    return { error: error ?? new Error() };
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
    const { title, text } =
      error instanceof ApiError ? { title: this.props.name, text: error.message } : tellFailure(this.props.name, error);
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

function Loaded({ remoteId, part, given }: SlotPart & { given: object }) {
  const { Component: Part } = use<PageModule>(loadPage(remoteId, part));
  return <Part {...given} />;
}

function Part({ given, ...part }: SlotPart & { given: object }) {
  const { reset } = useQueryErrorResetBoundary();
  const [attempt, setAttempt] = useState(0);
  const prepareRetry = async (error: unknown) => {
    if (error instanceof ApiError) reset();
    else await refreshRemotes(part.remoteId, !(error instanceof PageLoadError));
    setAttempt((before) => before + 1);
  };
  return (
    <PartBoundary name={part.remote} prepareRetry={prepareRetry}>
      <Loaded key={attempt} {...part} given={given} />
    </PartBoundary>
  );
}

type Props = { parts: readonly SlotPart[]; given: object };

/** The parts of one slot, stacked. Each appears once those above it have loaded, so that a late part moves none. */
function InOrder({ parts: [first, ...rest], given }: Props) {
  if (!first) return null;
  return (
    <Suspense>
      <Part {...first} given={given} />
      <InOrder parts={rest} given={given} />
    </Suspense>
  );
}

export default function SlotHost({ parts, given }: Props): ReactNode {
  // Starts all in parallel; `use` would load one after the other.
  for (const { remoteId, part } of parts) void loadPage(remoteId, part);
  return <InOrder parts={parts} given={given} />;
}
