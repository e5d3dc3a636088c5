import { useEffect, useRef } from 'react';
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { bracketMatching, indentOnInput } from '@codemirror/language';
import { highlightSelectionMatches, searchKeymap } from '@codemirror/search';
import { Compartment, EditorState } from '@codemirror/state';
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  keymap,
  lineNumbers,
} from '@codemirror/view';
import { useNonce } from '@panel/core';
import { codeSetup, languageOf } from './code-setup.ts';
import { BREAK, breaksOf } from './line-breaks.ts';

export type CodeViewProps = {
  /** Accessible name. */
  label: string;
  /** The name of the file, which says its language. */
  name: string;
  value: string;
  onChange: (value: string) => void;
  readOnly?: boolean;
  /** The line that is shown and marked at first; the focus goes there. */
  line?: number | undefined;
};

/**
 * CodeMirror with one text. Line breaks are those that most lines of the text have. Tab moves the focus on, as everywhere on a page;
 * Control+] indents.
 */
export function CodeView({ label, name, value, onChange, readOnly = false, line }: CodeViewProps) {
  const nonce = useNonce();
  const place = useRef<HTMLDivElement>(null);
  const editor = useRef<EditorView>(undefined);
  const latest = useRef({ value, onChange });
  useEffect(() => {
    latest.current = { value, onChange };
  });
  useEffect(() => {
    if (!place.current) return;
    const language = new Compartment();
    const { lines } = breaksOf(latest.current.value);
    const view = new EditorView({
      parent: place.current,
      state: EditorState.create({
        doc: latest.current.value,
        extensions: [
          ...[codeSetup(nonce), language.of([]), lineNumbers(), highlightActiveLineGutter(), highlightActiveLine()],
          ...[history(), drawSelection(), indentOnInput(), bracketMatching(), highlightSelectionMatches()],
          EditorState.readOnly.of(readOnly),
          EditorView.contentAttributes.of({ 'aria-label': label, dir: 'ltr', autocapitalize: 'none' }),
          keymap.of([...searchKeymap, ...historyKeymap, ...defaultKeymap]),
          EditorView.updateListener.of(({ docChanged, state }) => {
            if (!docChanged) return;
            const text = state.doc.toString().replaceAll('\n', lines);
            if (text !== latest.current.value) latest.current.onChange(text);
          }),
        ],
      }),
    });
    editor.current = view;
    let isGone = false;
    void languageOf(name).then((loaded) => {
      if (!isGone && loaded) view.dispatch({ effects: language.reconfigure(loaded) });
    });
    return () => {
      isGone = true;
      editor.current = undefined;
      view.destroy();
    };
  }, [label, name, nonce, readOnly]);
  useEffect(() => {
    const view = editor.current;
    if (!view || line === undefined) return;
    const { from } = view.state.doc.line(Math.min(Math.max(1, line), view.state.doc.lines));
    view.dispatch({ selection: { anchor: from }, effects: EditorView.scrollIntoView(from, { y: 'center' }) });
    view.focus();
  }, [line, label, name, nonce, readOnly]);
  // A text that came from elsewhere, such as a newer version.
  useEffect(() => {
    const view = editor.current;
    const text = value.replace(BREAK, '\n');
    if (view && view.state.doc.toString() !== text)
      view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text } });
  }, [value]);
  return <div ref={place} className="code-editor" />;
}
