import { iconOf, iconPaths, points } from './icons.ts';
import type { Renderer } from './renderer.ts';

/** An icon of the frame, in the colour of the text around it. */
export const iconView = <N>({ h }: Renderer<N>, name: string): N =>
  h(
    'svg',
    { className: 'f-icon', viewBox: '0 0 24 24', 'aria-hidden': 'true', 'data-points': points(name) ? '' : undefined },
    h('path', { d: iconPaths[iconOf(name)] }),
  );
