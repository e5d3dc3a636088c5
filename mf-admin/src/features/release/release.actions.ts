import { t } from '@panel/core';
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
    label: t('Promote'),
    icon: 'arrow-up',
    title: (about) => t('Promote {about}?', { about }),
    ofRelease: true,
  },
  canary: {
    call: 'canary',
    label: t('Make canary'),
    icon: 'users',
    title: (about) => t('Make {about} the canary?', { about }),
    ofRelease: true,
  },
  pin: { call: 'pin', label: t('Pin'), icon: 'lock', title: (about) => t('Pin {about}?', { about }), ofRelease: true },
  block: {
    call: 'block',
    label: t('Hold back'),
    icon: 'stop',
    title: (about) => t('Hold {about} back?', { about }),
    danger: true,
    ofRelease: true,
  },
  unblock: {
    call: 'unblock',
    label: t('Allow again'),
    icon: 'check-circle',
    title: (about) => t('Allow {about} again?', { about }),
    ofRelease: true,
  },
  revoke: {
    call: 'revoke',
    label: t('Revoke'),
    icon: 'trash',
    title: (about) => t('Revoke {about} for good?', { about }),
    danger: true,
    ofRelease: true,
  },
  rollback: {
    call: 'rollback',
    label: t('Roll back'),
    icon: 'arrow-left',
    title: (about) => t('Roll {about} back?', { about }),
    danger: true,
  },
  'end-canary': {
    call: 'canary',
    label: t('End canary'),
    icon: 'users',
    title: (about) => t('End the canary of {about}?', { about }),
  },
  unpin: { call: 'unpin', label: t('Unpin'), icon: 'lock', title: (about) => t('Unpin {about}?', { about }) },
  follow: {
    call: 'follow',
    label: t('Follow all partners'),
    icon: 'refresh',
    title: (about) => t('Follow all partners with {about}?', { about }),
  },
  disable: {
    call: 'disable',
    label: t('Disable'),
    icon: 'close',
    title: (about) => t('Disable {about}?', { about }),
    danger: true,
  },
  enable: { call: 'enable', label: t('Enable'), icon: 'check', title: (about) => t('Enable {about}?', { about }) },
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
    disabledReason: revoked ? t('It is revoked.') : (cannotAnywhere(data, action, target) ?? null),
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
    label: t('Details'),
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
