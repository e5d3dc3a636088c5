import {
  initialFrame,
  skeletonView,
  type Child,
  type FrameModel,
  type Renderer,
  type SkeletonKind,
} from '@panel/frame';
import type { Language } from '@panel/contract/languages';
import { escapeHtml } from '../../lib/html.ts';
import { frameWords } from './frame-words.ts';

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

const skeletons = new Map<string, Html>();
function skeletonOf(renderer: Renderer<Html>, language: Language, kind: SkeletonKind): Html {
  const key = `${language} ${kind}`;
  const skeleton = skeletons.get(key) ?? skeletonView(renderer, { kind });
  skeletons.set(key, skeleton);
  return skeleton;
}

/** The frame of a page and its skeleton as HTML, which the shell's script replaces. */
export function initialHtml(model: FrameModel, kind: SkeletonKind): string {
  const renderer = { ...htmlRenderer, t: frameWords(model.language) };
  return initialFrame(renderer, model, skeletonOf(renderer, model.language, kind)).text;
}
