import type { ChannelAction, ReleaseInfo } from '@panel/core';
import type { IconName, MenuItem } from '@panel/ui';
import {
  cannot,
  cannotAnywhere,
  type Judged,
  policyOf,
  type ReleaseAction,
  type ReleaseOverview,
  type Scope,
  shortVersion,
  type Target,
} from '@panel/resources/release';

type Words = {
  /** The action's effect on the server. */
  call: ChannelAction;
  /** Label in menus and on the button that runs it. */
  label: string;
  icon: IconName;
  /** Title of its dialog, with the package or release. */
  title: (about: string) => string;
  danger?: true;
  /** Whether it applies to one release instead of the policy. */
  ofRelease?: true;
};

export const ACTIONS: Readonly<Record<ReleaseAction, Words>> = {
  promote: {
    call: 'promote',
    label: 'Promote',
    icon: 'arrow-up',
    title: (about) => `Promote ${about}?`,
    ofRelease: true,
  },
  canary: {
    call: 'canary',
    label: 'Make canary',
    icon: 'users',
    title: (about) => `Make ${about} the canary?`,
    ofRelease: true,
  },
  pin: { call: 'pin', label: 'Pin', icon: 'lock', title: (about) => `Pin ${about}?`, ofRelease: true },
  block: {
    call: 'block',
    label: 'Hold back',
    icon: 'stop',
    title: (about) => `Hold ${about} back?`,
    danger: true,
    ofRelease: true,
  },
  unblock: {
    call: 'unblock',
    label: 'Allow again',
    icon: 'check-circle',
    title: (about) => `Allow ${about} again?`,
    ofRelease: true,
  },
  revoke: {
    call: 'revoke',
    label: 'Revoke',
    icon: 'trash',
    title: (about) => `Revoke ${about} for good?`,
    danger: true,
    ofRelease: true,
  },
  rollback: {
    call: 'rollback',
    label: 'Roll back',
    icon: 'arrow-left',
    title: (about) => `Roll ${about} back?`,
    danger: true,
  },
  'end-canary': { call: 'canary', label: 'End canary', icon: 'users', title: (about) => `End the canary of ${about}?` },
  unpin: { call: 'unpin', label: 'Unpin', icon: 'lock', title: (about) => `Unpin ${about}?` },
  follow: {
    call: 'follow',
    label: 'Follow all partners',
    icon: 'refresh',
    title: (about) => `Follow all partners with ${about}?`,
  },
  disable: { call: 'disable', label: 'Disable', icon: 'close', title: (about) => `Disable ${about}?`, danger: true },
  enable: { call: 'enable', label: 'Enable', icon: 'check', title: (about) => `Enable ${about}?` },
};

export const RELEASE_PANELS = [...(Object.keys(ACTIONS) as ReleaseAction[]), 'details', 'error', 'clean-up'] as const;
export type ReleasePanel = (typeof RELEASE_PANELS)[number];
export type Open = (panel: ReleasePanel, of: string) => void;

export type Subject = Target & { partner?: string };

/** The subject of a panel as one segment of the address. None of its parts can contain a slash. */
export const subjectKey = ({ package: name, version = '', partner = '' }: Subject): string =>
  [name, version, partner].join('/');

export function readSubject(of: string | null): Subject | null {
  const [name, version, partner] = (of ?? '').split('/');
  return name ? { package: name, version: version || undefined, partner: partner || undefined } : null;
}

/** Roll back, disable and similar: actions on a whole policy, for all partners or one. */
export function lineActions(data: ReleaseOverview, name: string, scope: Scope, open: Open): MenuItem[] {
  const item = (action: ReleaseAction, more: Partial<MenuItem> = {}): MenuItem => ({
    key: action,
    label: ACTIONS[action].label,
    icon: ACTIONS[action].icon,
    danger: ACTIONS[action].danger,
    onSelect: () => open(action, subjectKey({ package: name, partner: scope ?? undefined })),
    disabledReason: cannot(data, action, { package: name }, scope) ?? null,
    ...more,
  });
  const { enabled, isOwn } = policyOf(data, name, scope);
  return [
    item('rollback'),
    item('end-canary', { separated: true }),
    item('unpin'),
    ...(isOwn ? [item('follow')] : []),
    item(enabled ? 'disable' : 'enable', { separated: true }),
  ];
}

/** Actions on one release. The dialog chooses the scope. */
export function releaseActions(
  data: ReleaseOverview,
  { revoked, ...target }: Required<Target> & Pick<ReleaseInfo, 'revoked'>,
  open: Open,
): MenuItem[] {
  return (['promote', 'canary', 'pin', 'block', 'unblock', 'revoke'] as const).map((action) => ({
    key: action,
    label: ACTIONS[action].label,
    icon: ACTIONS[action].icon,
    danger: ACTIONS[action].danger,
    separated: action === 'block' || action === 'revoke',
    onSelect: () => open(action, subjectKey(target)),
    disabledReason: revoked ? 'It is revoked.' : (cannotAnywhere(data, action, target) ?? null),
  }));
}

/** The menu of a row, for its partner only. */
export function runningActions(data: ReleaseOverview, row: Judged, open: Open): MenuItem[] {
  const { package: name, partner, version } = row;
  const policy = policyOf(data, name, partner);
  const wanted = policy.pin ?? policy.stable;
  const ofVersion = (action: ReleaseAction, which: string | null, word = ''): MenuItem[] =>
    which === null
      ? []
      : [
          {
            key: action,
            label: `${ACTIONS[action].label} ${shortVersion(which)}${word}`,
            icon: ACTIONS[action].icon,
            danger: ACTIONS[action].danger,
            onSelect: () => open(action, subjectKey({ package: name, version: which, partner })),
            disabledReason: cannot(data, action, { package: name, version: which }, partner) ?? null,
          },
        ];
  const details: MenuItem = {
    key: 'details',
    label: 'Details',
    icon: 'info',
    onSelect: () => open('details', subjectKey({ package: name, partner })),
  };
  const isHeld = policy.blocked.some((block) => block.version === wanted);
  return [
    details,
    ...ofVersion('pin', version),
    ...ofVersion('block', version),
    ...(isHeld ? ofVersion('unblock', wanted) : []),
    ...lineActions(data, name, partner, open).map((item, index) => (index === 0 ? { ...item, separated: true } : item)),
  ];
}
