/** The light parts of the design system: loaded with the shell, no antd. Heavy or page-only parts: `@panel/ui/data`. */
export { UiProvider, useScheme, useTheme, type UiProviderProps } from './theme/ui-provider.tsx';
export type { Scheme, SchemeChoice } from './tokens/scheme.ts';

export {
  Badge,
  HealthBadge,
  StatusBadge,
  taskStatusLabels,
  type BadgeProps,
  type HealthBadgeProps,
  type StatusBadgeProps,
} from './parts/badge.tsx';
export {
  Button,
  ButtonLink,
  IconButton,
  type ButtonKind,
  type ButtonLinkProps,
  type ButtonProps,
  type IconButtonProps,
} from './parts/button.tsx';
export { Card, type CardProps } from './parts/card.tsx';
export { CopyText, type CopyTextProps } from './parts/copy-text.tsx';
export { Disclosure, type DisclosureProps } from './parts/disclosure.tsx';
export { Icon, type IconName, type IconProps } from './parts/icon.tsx';
export { KindIcon } from './parts/kind-icon.tsx';
export { Grid, Inline, Stack, type InlineProps } from './parts/layout.tsx';
export { Link, type LinkProps } from './parts/link.tsx';
export { Breadcrumb, Page, PageTrail, type Crumb, type PageProps } from './parts/page.tsx';
export { reactRenderer } from './parts/react-renderer.ts';
export { Bytes, RelativeTime } from './parts/relative-time.tsx';
export { ResourceName, type ResourceNameProps } from './parts/resource-name.tsx';
export { Stat, Stats, type StatProps } from './parts/stat.tsx';
export { Heading, Text, VisuallyHidden, type HeadingProps, type TextProps } from './parts/text.tsx';

export { Banner, type BannerKind, type BannerProps } from './feedback/banner.tsx';
export { ConfirmDialog, type ConfirmDialogProps } from './feedback/confirm-dialog.tsx';
export { ConfirmDestroy, type Confirmation, type ConfirmDestroyProps } from './feedback/confirm-destroy.tsx';
export { Skeleton, type SkeletonKind } from './feedback/skeleton.tsx';
export { EmptyState, ErrorState, NoMatch, type EmptyStateProps, type ErrorStateProps } from './feedback/states.tsx';
export { TaskProgress, type TaskProgressProps } from './feedback/task-progress.tsx';
export { toast, type ToastOptions } from './feedback/toast.ts';

export {
  Checkbox,
  RadioGroup,
  Switch,
  type CheckboxProps,
  type RadioGroupProps,
  type RadioOption,
  type SwitchProps,
} from './form/choice.tsx';
export { Field, useField, type FieldProps } from './form/field.tsx';
export { SearchInput, type SearchInputProps } from './form/search-input.tsx';
export {
  SegmentedControl,
  Tabs,
  type Segment,
  type SegmentedControlProps,
  type TabItem,
  type TabsProps,
} from './form/segmented.tsx';
export { Select, type Option, type SelectProps } from './form/select.tsx';
export { NewPasswordField, type NewPasswordFieldProps } from './form/new-password-field.tsx';
export { PasswordInput, TextArea, TextInput, type TextAreaProps, type TextInputProps } from './form/text-input.tsx';

export { Menu, type MenuItem, type MenuProps, type MenuTrigger } from './overlay/menu.tsx';
export { Menu as Dropdown } from './overlay/menu.tsx';
export { alongText } from './overlay/arrow-key.ts';
export { lazyPanel } from './overlay/lazy-panel.tsx';
export { Dialog, SidePanel, type DialogProps, type SidePanelProps } from './overlay/modal.tsx';
export { Popover, type PopoverProps, type PopoverTrigger } from './overlay/popover.tsx';

export { AreaChart, BarChart } from './chart/chart.tsx';
export type { ChartProps, Point } from './chart/chart-props.ts';
export { formatBytes, formatOrDash, formatUsage } from './format/bytes.ts';
export { formatDate, formatDuration, formatElapsed, formatRelative, type DateLike } from './format/date.ts';
