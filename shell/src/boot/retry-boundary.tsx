import { Component, type ReactNode } from 'react';
import { ApiError } from '@panel/core';
import { PageError } from './page-error.tsx';
import { PageLoadError } from './load-errors.ts';
import { reloadOnce } from './reload-once.ts';

type Props = {
  /** Display name of the section: "Sites". */
  name: string;
  /** Title of the page. */
  title: string;
  /** Set for the shell's own pages: then a newer shell may be live. */
  shellBuildId: string | null;
  /** Prepares another attempt; the page renders again once it resolves. */
  prepareRetry: (error: unknown) => Promise<void>;
  /** Called when the page threw while running; true means that another release of it can be rendered now. */
  broke?: (error: unknown) => Promise<boolean>;
  children: ReactNode;
};
type State = { failed: boolean; error: unknown; retrying: boolean };

/**
 * Contains the failure of one page: the frame and the other sections continue. Handles pages that could not be loaded
 * and pages that threw while running; both can be retried without a reload.
 */
export class PageBoundary extends Component<Props, State> {
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
      (gaveWay) => gaveWay && this.setState({ failed: false, error: null, retrying: false }),
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
    if (!this.state.failed) return this.props.children;
    return (
      <PageError
        name={this.props.name}
        title={this.props.title}
        error={this.state.error}
        retrying={this.state.retrying}
        onRetry={() => void this.retry()}
      />
    );
  }
}
