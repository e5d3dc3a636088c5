import type { CallName } from '@panel/contract/reads';
import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react';
import { useRoleRefusal } from '@panel/core';
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
    /** The call that it leads to: staff whose role does not include it cannot use the button. */
    call?: CallName;
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

type PressProps = Omit<ButtonProps, keyof Look> & { tip: string | null; silent?: boolean; children: ReactNode };

/** The `<button>` of all buttons; ignores clicks while loading or disabled. */
function Press({ loading, disabledReason, call, onClick, tip, silent, type = 'button', ...rest }: PressProps) {
  const reason = useRoleRefusal()(call) ?? disabledReason;
  const blocked = loading || Boolean(reason);
  return (
    <Tooltip text={reason || tip} silent={silent}>
      <button
        {...rest}
        type={type}
        aria-disabled={blocked || undefined}
        aria-busy={loading || undefined}
        onClick={(event) => (blocked ? event.preventDefault() : onClick?.(event))}
      />
    </Tooltip>
  );
}

/** A button with a label that says what it does. One `primary` per page. */
export const Button = ({ kind, size, icon, iconEnd, block, children, className, ...rest }: ButtonProps) => (
  <Press
    {...rest}
    tip={null}
    className={classes({ kind, size, block }, className)}
    data-loading={rest.loading || undefined}
  >
    {rest.loading && <span className="p-spinner" aria-hidden="true" />}
    <Inside icon={icon} iconEnd={iconEnd}>
      {children}
    </Inside>
  </Press>
);

export type ButtonLinkProps = Look & {
  to?: string;
  href?: string;
  newTab?: boolean;
  /** The call that its page is for; without the role for it, it is a button that says so. */
  call?: CallName;
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
  call,
  className,
  onClick,
}: ButtonLinkProps) {
  const refusal = useRoleRefusal()(call);
  if (refusal !== null)
    return (
      <Button kind={kind} size={size} icon={icon} iconEnd={iconEnd} block={block} disabledReason={refusal}>
        {children}
      </Button>
    );
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
export const IconButton = ({
  icon,
  label,
  kind = 'text',
  size,
  tooltip = true,
  className,
  ...rest
}: IconButtonProps) => (
  <Press
    {...rest}
    tip={tooltip ? label : null}
    silent={!rest.disabledReason}
    aria-label={label}
    className={cx(classes({ kind, size }, className), 'p-icon-button')}
  >
    {rest.loading ? (
      <span className="p-spinner" aria-hidden="true" />
    ) : (
      <Icon name={icon} size={size === 's' ? 16 : 18} />
    )}
  </Press>
);
