import type { FrameLink, FrameModel } from './frame-model.ts';
import { iconView } from './icon.view.ts';
import type { Attributes, Renderer } from './renderer.ts';
import { t } from './words.ts';

const LOG_OUT = t('Log Out');

type Side = NonNullable<FrameModel['side']>;

/** Totals that the browser knows; the initial HTML has none. */
export type MenuCounts = Partial<Record<NonNullable<FrameLink['count']>, number>>;

/** One entry of a menu; the current one is marked for assistive technology as well. */
export function menuLink<N>(
  r: Renderer<N>,
  { to, label, icon, current, count, submenu, apart }: FrameLink,
  path: string,
  className: string,
  counts: MenuCounts = {},
): N {
  const total = count && counts[count];
  const mark = current ? (to === path ? 'page' : 'true') : undefined;
  return r.link(
    {
      key: `${className} ${to}`,
      className: `${className}${submenu ? ' f-sub' : ''}${apart ? ' f-apart' : ''}`,
      to,
      'aria-current': mark,
    },
    icon && iconView(r, icon),
    r.h('span', null, label),
    // The page has the number in words.
    Boolean(total) && r.h('span', { className: 'f-count', 'aria-hidden': 'true' }, total),
  );
}

/** Entries in order, those of a group below its heading. */
function grouped<N>({ h }: Renderer<N>, links: readonly FrameLink[], each: (link: FrameLink) => N): N[] {
  const groups = links.reduce<{ name: string | undefined; links: FrameLink[] }[]>((all, link) => {
    const last = all.at(-1);
    if (last && last.name === link.group) last.links.push(link);
    else all.push({ name: link.group, links: [link] });
    return all;
  }, []);
  return groups.flatMap(({ name, links: own }) =>
    name === undefined
      ? own.map(each)
      : [
          h(
            'div',
            { key: name, className: 'f-group', role: 'group', 'aria-label': name },
            h('p', { className: 'f-group-label', 'aria-hidden': 'true' }, name),
            own.map(each),
          ),
        ],
  );
}

/** Entries of the section's menu; the administration adds who is signed in and the way out (spec §2, Admin layout). */
export function sideEntries<N>(
  r: Renderer<N>,
  { links, back, account }: Side,
  { path, email }: FrameModel,
  counts?: MenuCounts,
): N[] {
  return [
    ...(back ? [menuLink(r, back, path, 'f-item f-back')] : []),
    ...grouped(r, links, (link) => menuLink(r, link, path, 'f-item', counts)),
    ...(account
      ? [
          r.h('span', { key: 'email', className: 'f-email' }, email),
          menuLink(r, { to: '/logout', label: r.t(LOG_OUT), icon: 'logout', current: false }, path, 'f-item'),
        ]
      : []),
  ];
}

type Fold = { label: string; button: Attributes; nav?: Attributes; counts?: MenuCounts };

/** The left menu of a section, with the button that folds it to its icons. */
export const sideMenu = <N>(r: Renderer<N>, side: Side, model: FrameModel, fold: Fold): N =>
  r.h(
    'nav',
    { className: 'f-side', 'aria-label': side.label, ...fold.nav },
    r.h('p', { className: 'f-side-label', 'aria-hidden': 'true' }, side.label),
    sideEntries(r, side, model, fold.counts),
    r.h(
      'button',
      { type: 'button', className: 'f-item f-fold', ...fold.button },
      iconView(r, 'chevron-down'),
      r.h('span', null, fold.label),
    ),
  );
