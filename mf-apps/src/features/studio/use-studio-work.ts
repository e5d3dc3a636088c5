import { useEffect, useState } from 'react';
import * as v from 'valibot';
import { ownStorage, useDirty, useUser } from '@panel/core';
import { isUnchanged, type StudioDraft, type StudioDrafts } from '@panel/resources/studio';

/** Tabs that are open, and characters of changes that are kept over a reload. */
const TABS = 20;
const KEPT = 2 * 1024 ** 2;

const Draft = v.object({
  from: v.nullable(v.string()),
  base: v.nullable(v.string()),
  text: v.nullable(v.string()),
  gone: v.boolean(),
});
const Stored = v.object({ drafts: v.record(v.string(), Draft), tabs: v.array(v.string()) });
type Work = v.InferOutput<typeof Stored>;

const NOTHING: Work = { drafts: {}, tabs: [] };

function readWork(key: string): Work {
  try {
    const parsed = v.safeParse(Stored, JSON.parse(ownStorage.session.getItem(key) ?? 'null'));
    return parsed.success ? parsed.output : NOTHING;
  } catch {
    return NOTHING;
  }
}

/**
 * What is being changed of a branch, and which files are open. It is kept for a reload of this browser tab; each change knows the version
 * that it is of, so a branch that moves meanwhile hides none of them.
 */
export function useStudioWork(appId: string, branch: string) {
  const key = `studio.${useUser().id}.${appId}.${branch}`;
  const [work, setWork] = useState(() => readWork(key));
  const text = JSON.stringify(work);
  const isKept = text.length <= KEPT;
  useEffect(() => {
    if (Object.keys(work.drafts).length + work.tabs.length === 0 || !isKept) ownStorage.session.removeItem(key);
    else ownStorage.session.setItem(key, text);
  }, [key, text, isKept, work]);
  useDirty(Object.keys(work.drafts).length > 0);
  const setDrafts = (change: (before: StudioDrafts) => StudioDrafts) =>
    setWork((before) => ({ ...before, drafts: { ...change(before.drafts) } }));
  const without = (drafts: StudioDrafts, ...paths: string[]): StudioDrafts =>
    Object.fromEntries(Object.entries(drafts).filter(([path]) => !paths.includes(path)));
  return {
    ...work,
    isKept,
    openTab: (path: string) =>
      setWork((before) => ({ ...before, tabs: [...before.tabs.filter((one) => one !== path), path].slice(-TABS) })),
    closeTab: (path: string) => setWork((before) => ({ ...before, tabs: before.tabs.filter((one) => one !== path) })),
    /** Sets the change of a file; one that changes nothing is dropped. */
    setDraft: (path: string, draft: StudioDraft) =>
      setDrafts((before) =>
        isUnchanged(path, draft) ? without(before, path) : { ...without(before, path), [path]: draft },
      ),
    /** Gives a file that has a change, or gets one by this, another path. */
    moveDraft: (path: string, to: string, draft: StudioDraft) =>
      setWork(({ drafts, tabs }) => ({
        drafts: { ...without(drafts, path), ...(!isUnchanged(to, draft) && { [to]: draft }) },
        tabs: tabs.map((one) => (one === path ? to : one)),
      })),
    discard: (...paths: string[]) => setDrafts((before) => without(before, ...paths)),
  };
}
export type StudioWork = ReturnType<typeof useStudioWork>;
