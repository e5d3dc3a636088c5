import {
  initialFrame,
  skeletonView,
  type Child,
  type FrameModel,
  type Renderer,
  type Say,
  type SkeletonKind,
} from '@panel/frame';
import { escapeHtml } from '../../lib/html.ts';

/** Markup, in contrast to text that is still to be escaped. */
class Html {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

function textOf(child: Child<Html>): string {
  if (child instanceof Html) return child.text;
  if (typeof child === 'string') return escapeHtml(child);
  if (Array.isArray(child)) return child.map(textOf).join('');
  return typeof child === 'number' ? String(child) : '';
}

const VOID = new Set(['img', 'input']);

/** Views of `@panel/frame` as HTML; why not React's or Hono's renderer is in ADR 0039. */
const htmlRenderer: Omit<Renderer<Html>, 't'> = {
  h(tag, attributes, ...children) {
    let html = `<${tag}`;
    for (const name in attributes) {
      const value = attributes[name];
      if (name === 'key' || value === undefined || value === null || value === false) continue;
      html += ` ${name === 'className' ? 'class' : name}`;
      if (value !== true) html += `="${escapeHtml(String(value))}"`;
    }
    html += '>';
    if (VOID.has(tag)) return new Html(html);
    for (const child of children) html += textOf(child);
    return new Html(`${html}</${tag}>`);
  },
  link: ({ to, ...attributes }, ...children) => htmlRenderer.h('a', { ...attributes, href: to }, ...children),
};

/** By what says their texts: a catalogue is kept for good, a partner's own texts for one page. */
const skeletons = new WeakMap<Say, Map<SkeletonKind, Html>>();
function skeletonOf(renderer: Renderer<Html>, kind: SkeletonKind): Html {
  const kept = skeletons.get(renderer.t) ?? new Map<SkeletonKind, Html>();
  skeletons.set(renderer.t, kept);
  const skeleton = kept.get(kind) ?? skeletonView(renderer, { kind });
  kept.set(kind, skeleton);
  return skeleton;
}

/** The frame of a page and its skeleton as HTML, which the shell's script replaces. */
export function initialHtml(model: FrameModel, kind: SkeletonKind, say: Say): string {
  const renderer = { ...htmlRenderer, t: say };
  return initialFrame(renderer, model, skeletonOf(renderer, kind)).text;
}
