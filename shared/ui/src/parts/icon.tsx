import { points } from '@panel/frame';
import { iconPaths, type IconName } from './icon-paths.ts';
import { cx } from '../cx.ts';

export type { IconName };

export type IconProps = {
  name: IconName;
  /** Pixels. */
  size?: 14 | 16 | 18 | 20 | 24 | 32;
  className?: string;
  /** Only if the icon alone carries meaning; otherwise it is hidden from assistive technology. */
  label?: string;
};

/** A line icon, in the colour of the text around it. */
export function Icon({ name, size = 18, className, label }: IconProps) {
  return (
    <svg
      className={cx('p-icon', className)}
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={1.75}
      strokeLinecap="round"
      strokeLinejoin="round"
      data-points={points(name) ? '' : undefined}
      focusable="false"
      {...(label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true })}
    >
      <path d={iconPaths[name]} />
    </svg>
  );
}
