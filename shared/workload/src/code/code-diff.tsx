import { useEffect, useRef } from 'react';
import { unifiedMergeView } from '@codemirror/merge';
import { EditorState } from '@codemirror/state';
import { EditorView, lineNumbers } from '@codemirror/view';
import { useNonce } from '@panel/core';
import { codeSetup, languageOf } from './code-setup.ts';

export type CodeDiffProps = {
  /** Accessible name. */
  label: string;
  /** The name of the file, which says its language. */
  name: string;
  before: string;
  text: string;
};

/** Two texts in one column: what was removed above what was added, with what is unchanged folded away. */
export function CodeDiff({ label, name, before, text }: CodeDiffProps) {
  const nonce = useNonce();
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const parent = place.current;
    if (!parent) return;
    let view: EditorView | undefined;
    let isGone = false;
    void languageOf(name).then((language) => {
      if (isGone) return;
      view = new EditorView({
        parent,
        state: EditorState.create({
          doc: text,
          extensions: [
            ...[codeSetup(nonce), language ?? [], lineNumbers(), EditorState.readOnly.of(true)],
            EditorView.contentAttributes.of({ 'aria-label': label, 'aria-readonly': 'true', dir: 'ltr' }),
            unifiedMergeView({
              ...{ original: before, mergeControls: false, collapseUnchanged: { margin: 3, minSize: 6 } },
              // Texts that have little in common are compared by lines alone.
              diffConfig: { scanLimit: 500, timeout: 500 },
            }),
          ],
        }),
      });
    });
    return () => {
      isGone = true;
      view?.destroy();
    };
  }, [label, name, nonce, before, text]);
  return <div ref={place} className="code-editor" />;
}
