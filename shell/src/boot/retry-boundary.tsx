import { Component, type ReactNode } from 'react';
import { ApiError } from '@panel/core';
import { PageLoadError } from './load-errors.ts';
import { reloadOnce } from './reload-once.ts';

/** What replaces a failed page or part can show: the error, and another attempt. */
export type Failure = { error: unknown; retrying: boolean; onRetry: () => void };

type Props = {
  fallback: (failure: Failure) => ReactNode;
  /** Set for the shell's own pages: then a newer shell may be live. */
  shellBuildId?: string | null;
  /** Prepares another attempt; the children render again once it resolves. */
  prepareRetry: (error: unknown) => Promise<void>;
  /** Called when the code threw while running; true means that another release of it can be rendered now. */
  broke?: (error: unknown) => Promise<boolean>;
  children: ReactNode;
};
type State = { failed: boolean; error: unknown; retrying: boolean };

/**
 * Contains the failure of one page or part: the frame and everything else continue. Handles code that could not be
 * loaded and code that threw while running; both can be retried without a reload, and are when the connection is back.
 */
export class RetryBoundary extends Component<Props, State> {
  override state: State = { failed: false, error: null, retrying: false };

  static getDerivedStateFromError(error: unknown): Partial<State> {
    return { failed: true, error };
  }

  override componentDidCatch(error: unknown): void {
    if (error instanceof ApiError) return;
    if (error instanceof PageLoadError) {
      if (this.props.shellBuildId) reloadOnce(this.props.shellBuildId);
      return;
    }
    this.props.broke?.(error).then(
      (isReplaced) => isReplaced && this.setState({ failed: false, error: null, retrying: false }),
      () => undefined,
    );
  }

  override componentDidMount(): void {
    window.addEventListener('online', this.retryOnline);
  }

  override componentWillUnmount(): void {
    window.removeEventListener('online', this.retryOnline);
  }

  /** The connection may be what was missing. */
  private readonly retryOnline = (): void => {
    if (this.state.failed && !this.state.retrying) void this.retry();
  };

  private readonly retry = async (): Promise<void> => {
    this.setState({ retrying: true });
    try {
      await this.props.prepareRetry(this.state.error);
      this.setState({ failed: false, error: null, retrying: false });
    } catch (error) {
      this.setState({ error, retrying: false });
    }
  };

  override render(): ReactNode {
    const { failed, error, retrying } = this.state;
    if (!failed) return this.props.children;
    return this.props.fallback({ error, retrying, onRetry: () => void this.retry() });
  }
}
