import { Component, type ReactNode } from 'react';
import { ErrorState } from '../index.ts';

/** A minimal form of the shell's error boundary. */
export class ErrorBoundary extends Component<{ children: ReactNode; onReset: () => void }, { error: unknown }> {
  override state: { error: unknown } = { error: null };

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  override render() {
    if (this.state.error === null) return this.props.children;
    const retry = () => {
      this.props.onReset();
      this.setState({ error: null });
    };
    return <ErrorState error={this.state.error} onRetry={retry} />;
  }
}
