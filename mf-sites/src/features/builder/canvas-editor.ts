import { t } from '@panel/core';
import grapesjs, { type Component, type Editor } from 'grapesjs';
import 'grapesjs/dist/css/grapes.min.css';
import { BUILDER_CANVAS, BUILDER_STYLES, builderPageFile, type BuilderPage } from '@panel/contract/schemas';
import { builderFilePath } from '@panel/resources/site-builder';
import { parseCss } from './parse-css.ts';

/** What can be changed of the selected part. */
export type Selected = {
  id: string;
  label: string;
  kind: 'picture' | 'link' | 'text' | 'menu' | 'part';
  style: Readonly<Record<string, string>>;
  attributes: Readonly<Record<string, string>>;
};
export type PageContent = Pick<BuilderPage, 'html' | 'css'>;

export type CanvasOptions = {
  container: HTMLElement;
  siteId: string;
  content: PageContent;
  pages: readonly BuilderPage[];
  onReady: () => void;
  onChange: (content: PageContent) => void;
  /** A text is typed, which `onChange` reports when it is left; false once it is left. */
  onTyping: (isTyping: boolean) => void;
  onSelect: (selected: Selected | null) => void;
  /** Lets the user choose a picture, which then is passed to `setAttributes`. */
  onPickPicture: () => void;
};

/** The editor of one page. */
export type Canvas = {
  add(html: string): void;
  setPages(pages: readonly BuilderPage[]): void;
  setStyle(style: Record<string, string>): void;
  setAttributes(attributes: Record<string, string>): void;
  remove(): void;
  copy(): void;
  selectParent(): void;
  undo(): void;
  redo(): void;
  setPhone(isPhone: boolean): void;
  /** Reports what was changed and is not reported yet, also a text that somebody types. */
  flush(): void;
  destroy(): void;
};

const MENU = 'page-menu';

const LABELS: Record<string, string> = {
  header: t('Header'),
  footer: t('Footer'),
  section: t('Section'),
  nav: t('Menu'),
  img: t('Picture'),
  a: t('Link'),
  h1: t('Title'),
  h2: t('Heading'),
  h3: t('Small heading'),
  p: t('Text'),
};

const menuLinks = (pages: readonly BuilderPage[]) =>
  pages.map((page, i) => ({
    tagName: 'a',
    attributes: { href: builderPageFile(page, i) },
    components: [{ type: 'textnode', content: page.title }],
    selectable: false,
    hoverable: false,
    draggable: false,
    editable: false,
  }));

function kindOf(part: Component): Selected['kind'] {
  if (part.is(MENU)) return 'menu';
  if (part.is('image')) return 'picture';
  if (part.is('link')) return 'link';
  return part.is('text') ? 'text' : 'part';
}

function describe(part: Component | undefined): Selected | null {
  if (!part || part.is('wrapper')) return null;
  const { class: _class, id: _id, ...attributes } = part.getAttributes() as Record<string, string>;
  return {
    id: part.getId(),
    label: LABELS[part.tagName] ?? t('Part'),
    kind: kindOf(part),
    style: part.getStyle() as Record<string, string>,
    attributes,
  };
}

/** Links to all pages are drawn, but not edited: they follow the list of pages. */
function menuType(editor: Editor): void {
  editor.Components.addType(MENU, {
    isComponent: (el) => (el instanceof HTMLElement && el.dataset['menu'] === 'pages' ? { type: MENU } : undefined),
    model: { defaults: { droppable: false } },
  });
}

const contentOf = (editor: Editor): PageContent => ({
  html: editor.getWrapper()?.getInnerHTML() ?? '',
  css: editor.getCss({ avoidProtected: true }) ?? '',
});

/** As GrapesJS' own, whose icon has a style attribute. */
function linkAction(editor: Editor): void {
  editor.RichTextEditor.add('link', {
    name: 'link',
    icon: '<svg viewBox="0 0 24 24"><path fill="currentColor" d="M3.9 12a3.1 3.1 0 0 1 3.1-3.1h4V7H7a5 5 0 0 0 0 10h4v-1.9H7A3.1 3.1 0 0 1 3.9 12M8 13h8v-2H8zm9-6h-4v1.9h4a3.1 3.1 0 0 1 0 6.2h-4V17h4a5 5 0 0 0 0-10"/></svg>',
    attributes: { title: t('Link') },
    result(rte) {
      const link = document.createElement('a');
      link.setAttribute('href', '#');
      link.textContent = String(rte.selection());
      rte.insertHTML(link.outerHTML, { select: true });
    },
  });
}

/** Opens a page in GrapesJS: its canvas and its tools; everything around it belongs to the panel. */
export function openCanvas(options: CanvasOptions): Canvas {
  const { container, siteId, content, onReady, onChange, onTyping, onSelect, onPickPicture } = options;
  const editor = grapesjs.init({
    container,
    height: '100%',
    width: 'auto',
    autorender: false,
    telemetry: false,
    storageManager: false,
    noticeOnUnload: false,
    showDevices: false,
    cssIcons: '',
    protectedCss: '',
    panels: { defaults: [] },
    blockManager: { custom: true },
    layerManager: { custom: true },
    styleManager: { custom: true },
    traitManager: { custom: true },
    selectorManager: { custom: true, componentFirst: true },
    assetManager: { custom: { open: onPickPicture, close: () => undefined }, upload: false },
    richTextEditor: { actions: ['bold', 'italic', 'underline', 'strikethrough'] },
    deviceManager: {
      devices: [
        { id: 'desktop', name: t('Desktop'), width: '' },
        { id: 'phone', name: t('Phone'), width: '375px', widthMedia: '600px' },
      ],
    },
    // The canvas is a document of its own, with a policy of its own in which no script runs.
    canvas: { frameContent: '', styles: [BUILDER_STYLES] },
    parser: { parserCss: parseCss, optionsHtml: { allowScripts: false } },
    plugins: [menuType, linkAction],
    components: content.html,
    style: content.css,
  });
  const inOwnDocument = ({ el }: { el: HTMLIFrameElement }) => {
    el.src = builderFilePath(siteId, BUILDER_CANVAS);
  };
  editor.on('frame:render', (frame: { el: HTMLIFrameElement }) => {
    frame.el.title = t('Page');
    inOwnDocument(frame);
  });
  // GrapesJS reads markup in a hidden second canvas, where the page's own policy would refuse to write it.
  editor.getModel().shallow.on('frame:render', inOwnDocument);

  let last: PageContent | null = null;
  const report = () => {
    // Before the page is drawn there is nothing to report.
    if (last === null) return;
    const now = contentOf(editor);
    if (now.html === last.html && now.css === last.css) return;
    last = now;
    onChange(now);
  };
  const flush = () => {
    // GrapesJS takes a text over when it is left. Taking it over moves the caret, so not while somebody types.
    const text = editor.getEditing();
    text?.trigger('sync:content', { content: text.getEl()?.innerHTML });
    report();
    onTyping(false);
  };
  let drawn = '';
  /** Draws the menus anew when the pages have other names: while somebody types, nothing else may change. */
  const setPages = (pages: readonly BuilderPage[]) => {
    for (const menu of editor.getWrapper()?.findType(MENU) ?? []) menu.components(menuLinks(pages));
  };
  const select = () => onSelect(describe(editor.getSelected()));
  editor.on('load', () => {
    setPages(options.pages);
    editor.UndoManager.clear();
    // The editor writes the same content in its own way.
    last = contentOf(editor);
    // At once: a text is complete when something else is clicked, and that may be the way out of the editor.
    editor.on('update', report);
    editor.Canvas.getBody().addEventListener('input', () => onTyping(editor.getEditing() !== undefined));
    editor.on('rte:disable', () => onTyping(false));
    editor.on('component:selected component:deselected component:styleUpdate component:update:attributes', select);
    onReady();
  });
  editor.render();

  return {
    add(html) {
      const selected = editor.getSelected();
      const wrapper = editor.getWrapper();
      // After the section that is selected, else at the end.
      let section = selected;
      while (section?.parent() && section.parent() !== wrapper) section = section.parent();
      const at = section && section !== wrapper ? section.index() + 1 : undefined;
      const [part] = wrapper?.append(html, { at }) ?? [];
      setPages(options.pages);
      if (!part) return;
      editor.select(part);
      editor.Canvas.scrollTo(part, { behavior: 'smooth' });
    },
    setPages(pages) {
      const names = JSON.stringify(pages.map(({ slug, title }) => [slug, title]));
      options.pages = pages;
      if (names !== drawn) setPages(pages);
      drawn = names;
    },
    setStyle: (style) => void editor.getSelected()?.addStyle(style),
    setAttributes({ src, ...attributes }) {
      const part = editor.getSelected();
      // GrapesJS writes the source of a picture from this property, whatever its attribute says.
      if (src !== undefined) part?.set('src', src);
      part?.addAttributes(attributes);
    },
    remove: () => void editor.runCommand('core:component-delete'),
    copy() {
      const part = editor.getSelected();
      const copy = part?.parent()?.append(part.clone(), { at: part.index() + 1 })[0];
      if (copy) editor.select(copy);
    },
    selectParent: () => void editor.runCommand('core:component-exit'),
    undo: () => void editor.UndoManager.undo(),
    redo: () => void editor.UndoManager.redo(),
    setPhone: (isPhone) => void editor.setDevice(isPhone ? 'phone' : 'desktop'),
    flush,
    destroy() {
      flush();
      editor.destroy();
    },
  };
}
