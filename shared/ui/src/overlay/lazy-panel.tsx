import { lazy, Suspense, useEffect, type ComponentType } from 'react';
import { notify, t } from '@panel/core';

type Closable = { onClose: () => void };

/**
 * A panel or dialog whose code loads when it opens: `lazyPanel(async () => (await import('./x.panel.tsx')).XPanel)`.
 * `Loading` is shown meanwhile. If the code cannot be loaded, the panel closes with a notification, the page keeps working,
 * and the next opening makes another attempt.
 */
export function lazyPanel<P extends Closable>(
  load: () => Promise<ComponentType<P>>,
  Loading?: ComponentType<P>,
): ComponentType<P> {
  const attempt = () =>
    lazy<ComponentType<P>>(() =>
      load().then(
        (panel) => ({ default: panel }),
        () => ({ default: NotLoaded }),
      ),
    );
  let Panel = attempt();

  function NotLoaded({ onClose }: P) {
    useEffect(() => {
      // React keeps what a lazy component has loaded.
      Panel = attempt();
      notify({ kind: 'error', title: t('This didn’t load'), message: t('Check your connection and try again.') });
      onClose();
      // eslint-disable-next-line react-hooks/exhaustive-deps -- once for each attempt
    }, []);
    return null;
  }

  return function LazyPanel(props: P) {
    return (
      <Suspense fallback={Loading && <Loading {...props} />}>
        <Panel {...props} />
      </Suspense>
    );
  };
}
