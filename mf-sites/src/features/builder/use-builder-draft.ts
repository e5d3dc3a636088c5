import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { ApiError, useDirty, type BuilderContent, type BuilderDraft, type BuilderPage, t } from '@panel/core';
import { useSaveDraft } from '@panel/resources/site-builder';

/** After the last change, so that a sentence is one version. */
const SAVE_MS = 1500;

export type SaveState =
  | { kind: 'saved' | 'changed' | 'saving' }
  /** Somebody else saved another version: nothing is saved until the user decides. */
  | { kind: 'conflict' }
  | { kind: 'failed'; message: string };

/** The draft while it is edited. Changes are saved a moment after the last one. */
export function useBuilderDraft(siteId: string, draft: BuilderDraft) {
  const [content, setContent] = useState<BuilderContent>({ lang: draft.lang, pages: draft.pages });
  const [saved, setSaved] = useState(content);
  const [problem, setProblem] = useState<Extract<SaveState, { kind: 'conflict' | 'failed' }> | null>(null);
  const save = useSaveDraft(siteId);
  /** A text is typed that the canvas has not reported yet. */
  const [isTyping, setTyping] = useState(false);
  const isChanged = isTyping || content !== saved;
  useDirty(isChanged);
  // A click on Publish must see what the canvas has just reported.
  const latest = useRef({ content, saved: content, revision: draft.revision });
  const running = useRef<Promise<unknown>>(Promise.resolve());
  const isLeft = useRef(false);
  useEffect(() => {
    isLeft.current = false;
    return () => {
      isLeft.current = true;
    };
  }, []);

  const send = async (over?: number): Promise<number | null> => {
    const { content: sent, revision } = latest.current;
    try {
      const { data } = await save.mutateAsync({ ...sent, revision: over ?? revision });
      latest.current.revision = data.revision;
      latest.current.saved = sent;
      setSaved(sent);
      setProblem(null);
      return data.revision;
    } catch (error) {
      const isConflict = error instanceof ApiError && error.code === 'CONFLICT';
      const message = error instanceof Error ? error.message : t('Try again.');
      setProblem(isConflict ? { kind: 'conflict' } : { kind: 'failed', message });
      return null;
    }
  };
  /**
   * Saves what is on the page over a version, by default the one that was edited. Returns the new version, or null when
   * it could not be saved. One save at a time: of two over the same version the second would be a conflict.
   */
  const saveNow = (over?: number): Promise<number | null> => {
    const next = running.current.then(() => send(over));
    running.current = next;
    return next;
  };
  const change = (next: (before: BuilderContent) => BuilderContent) => {
    setTyping(false);
    latest.current.content = next(latest.current.content);
    setContent(latest.current.content);
    setProblem((before) => (before?.kind === 'failed' ? null : before));
    // The canvas reports its last change when the editor is left, and no timer runs any more.
    if (isLeft.current && latest.current.content !== latest.current.saved) void saveNow();
  };
  const autosave = useEffectEvent(() => saveNow());
  const isWaiting = content !== saved && !save.isPending && problem === null;
  useEffect(() => {
    if (!isWaiting) return;
    const timer = setTimeout(() => void autosave(), SAVE_MS);
    return () => clearTimeout(timer);
  }, [isWaiting, content]);

  const state: SaveState = problem ?? { kind: save.isPending ? 'saving' : isChanged ? 'changed' : 'saved' };
  return {
    content,
    state,
    change,
    changePage: (id: string, part: Partial<BuilderPage>) =>
      change((before) => ({
        ...before,
        pages: before.pages.map((page) => (page.id === id ? { ...page, ...part } : page)),
      })),
    setTyping,
    saveNow,
    /** The version on the server, with everything on the page saved; null when that failed. */
    settle: async (): Promise<number | null> => {
      await running.current;
      const { saved: onServer, content: now, revision } = latest.current;
      return now === onServer && revision > 0 ? revision : saveNow();
    },
  };
}

export type BuilderDraftState = ReturnType<typeof useBuilderDraft>;
