import { Component, type ReactNode } from 'react';
import { ApiError } from '@panel/core';
import { PageError } from './page-error.tsx';
import { PageLoadError } from './load-errors.ts';
import { reloadOnce } from './reload-once.ts';

type Props = {
  /** What the user calls the section: "Sites". */
  name: string;
  /** Title of the page. */
  title: string;
  /** Set when the page is the shell's own: then a newer shell may be live. */
  shellBuildId: string | null;
  /** Makes another try possible; the page is rendered again when it has ended. */
  prepareRetry: (error: unknown) => Promise<void>;
  /** Told when the page broke while it ran; true means that another release of it can be rendered now. */
  broke?: (error: unknown) => Promise<boolean>;
  children: ReactNode;
};
type State = { failed: boolean; error: unknown; retrying: boolean };

/**
 * Keeps the failure of one page inside of it: the frame and the other sections go on. A page that could not be loaded
 * and one that broke while it ran both come here, and both can be tried again without a reload.
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
