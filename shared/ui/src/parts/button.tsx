import type { ButtonHTMLAttributes, MouseEvent, ReactNode, Ref } from 'react';
import { AppLink } from '@panel/core/router';
import { Tooltip } from '../overlay/tooltip.tsx';
import { Icon, type IconName } from './icon.tsx';
import { cx } from '../cx.ts';

export type ButtonKind = 'primary' | 'default' | 'danger' | 'text';
type Look = {
  kind?: ButtonKind;
  size?: 's' | 'm';
  icon?: IconName;
  iconEnd?: IconName;
  block?: boolean;
  children: ReactNode;
};

export type ButtonProps = Look &
  Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'disabled' | 'children'> & {
    ref?: Ref<HTMLButtonElement>;
    /** Work in progress: the button keeps its size and ignores further clicks. */
    loading?: boolean;
    /** Why it cannot be used now. It stays focusable, and shows the reason on hover and focus. */
    disabledReason?: string | null;
  };

const classes = ({ kind = 'default', size = 'm', block }: Partial<Look>, className?: string): string =>
  cx('p-button', `p-button-${kind}`, size === 's' && 'p-button-s', block && 'p-button-block', className);

const Inside = ({ icon, iconEnd, children }: Pick<Look, 'icon' | 'iconEnd' | 'children'>) => (
  <>
    {icon && <Icon name={icon} size={16} />}
    <span className="p-button-label">{children}</span>
    {iconEnd && <Icon name={iconEnd} size={16} />}
  </>
);

/** A button with a label that says what it does. One `primary` per page. */
export function Button({
  kind,
  size,
  icon,
  iconEnd,
  block,
  children,
  loading = false,
  disabledReason,
  className,
  onClick,
  type = 'button',
  ...rest
}: ButtonProps) {
  const blocked = loading || Boolean(disabledReason);
  const click = (event: MouseEvent<HTMLButtonElement>) => {
    if (blocked) event.preventDefault();
    else onClick?.(event);
  };
  const button = (
    <button
      {...rest}
      type={type}
      className={classes({ kind, size, block }, className)}
      aria-disabled={blocked || undefined}
      aria-busy={loading || undefined}
      data-loading={loading || undefined}
      onClick={click}
    >
      {loading && <span className="p-spinner" aria-hidden="true" />}
      <Inside icon={icon} iconEnd={iconEnd}>
        {children}
      </Inside>
    </button>
  );
  return <Tooltip text={disabledReason || null}>{button}</Tooltip>;
}

export type ButtonLinkProps = Look & {
  to?: string;
  href?: string;
  newTab?: boolean;
  className?: string;
  onClick?: () => void;
};

/** A link that looks like a button: `to` inside the panel, `href` outside. */
export function ButtonLink({
  kind,
  size,
  icon,
  iconEnd,
  block,
  children,
  to,
  href,
  newTab,
  className,
  onClick,
}: ButtonLinkProps) {
  const shared = {
    className: classes({ kind, size, block }, className),
    onClick,
    ...(newTab ? { target: '_blank', rel: 'noreferrer' } : {}),
  };
  const inside = (
    <Inside icon={icon} iconEnd={iconEnd ?? (newTab ? 'external' : undefined)}>
      {children}
    </Inside>
  );
  return to === undefined ? (
    <a {...shared} href={href}>
      {inside}
    </a>
  ) : (
    <AppLink {...shared} to={to}>
      {inside}
    </AppLink>
  );
}

export type IconButtonProps = Omit<ButtonProps, 'children' | 'iconEnd' | 'block' | 'icon'> & {
  icon: IconName;
  label: string;
  tooltip?: boolean;
};

/** A button with only an icon; `label` is its name and its tooltip. */
export function IconButton({
  icon,
  label,
  kind = 'text',
  size,
  loading = false,
  disabledReason,
  tooltip = true,
  className,
  onClick,
  type = 'button',
  ...rest
}: IconButtonProps) {
  const blocked = loading || Boolean(disabledReason);
  const button = (
    <button
      {...rest}
      type={type}
      aria-label={label}
      aria-disabled={blocked || undefined}
      aria-busy={loading || undefined}
      className={cx(classes({ kind, size }, className), 'p-icon-button')}
      onClick={(event) => (blocked ? event.preventDefault() : onClick?.(event))}
    >
      {loading ? <span className="p-spinner" aria-hidden="true" /> : <Icon name={icon} size={size === 's' ? 16 : 18} />}
    </button>
  );
  return (
    <Tooltip text={disabledReason || (tooltip ? label : null)} silent={!disabledReason}>
      {button}
    </Tooltip>
  );
}
