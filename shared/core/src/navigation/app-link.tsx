import { forwardRef, type FocusEvent, type MouseEvent } from 'react';
import { Link, resolvePath, useLocation, type LinkProps } from 'react-router-dom';
import { preload } from './preload.ts';

/** A link inside the panel: hover or focus preloads its page. */
export const AppLink = forwardRef<HTMLAnchorElement, LinkProps>(function AppLink(
  { to, onMouseEnter, onFocus, ...rest },
  ref,
) {
  const { pathname } = useLocation();
  const ahead = () => preload(resolvePath(to, pathname).pathname);
  return (
    <Link
      {...rest}
      ref={ref}
      to={to}
      onMouseEnter={(event: MouseEvent<HTMLAnchorElement>) => {
        ahead();
        onMouseEnter?.(event);
      }}
      onFocus={(event: FocusEvent<HTMLAnchorElement>) => {
        ahead();
        onFocus?.(event);
      }}
    />
  );
});
