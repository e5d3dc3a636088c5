import './top-bar.css';
import { useLayoutEffect, type ReactNode } from 'react';

type Props = {
  /** What it is about, for screen readers. */
  label: string;
  children: ReactNode;
  action: { label: string; onClick: () => void; disabled: boolean };
};

/** Above every page while something is different from usual: what, and the button that ends it. */
export function TopBar({ label, children, action }: Props) {
  useLayoutEffect(() => {
    document.documentElement.toggleAttribute('data-top-bar', true);
    return () => document.documentElement.removeAttribute('data-top-bar');
  }, []);
  return (
    <aside className="f-top-bar" aria-label={label}>
      {children}
      <button type="button" disabled={action.disabled} onClick={action.onClick}>
        {action.label}
      </button>
    </aside>
  );
}
