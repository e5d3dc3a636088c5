/*
 * Hot reload under a production build of React, which every running panel has and which refreshes nothing. Each
 * component of the remote is wrapped in a stable proxy that runs its newest code. State is kept while the hooks are
 * the same, which the refresh runtime detects (its signatures); otherwise the component remounts.
 */
import Refresh from 'react-refresh/runtime';
import { createElement, useSyncExternalStore, type ComponentType, type ElementType } from 'react';

type Family = { current: ElementType };
type Update = { updatedFamilies: Set<Family>; staleFamilies: Set<Family> };
type StandIn = { component: ComponentType<object>; changed: (isStale: boolean) => void };

const standIns = new WeakMap<Family, StandIn>();

const isFunction = (type: ElementType): type is (props: object) => never =>
  typeof type === 'function' && !(type.prototype as { isReactComponent?: unknown } | undefined)?.isReactComponent;

function standInOf(family: Family): StandIn {
  // One number for both: whole steps are remounts, fractions are new code.
  let lives = 0;
  let codes = 0;
  const listeners = new Set<() => void>();
  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  };
  const now = () => `${lives} ${codes}`;
  /** Its hooks are those of the newest code. */
  const Inside = (props: object) =>
    isFunction(family.current) ? family.current(props) : createElement(family.current, props);
  const StandIn = (props: object) => {
    useSyncExternalStore(subscribe, now);
    return createElement(Inside, { ...props, key: lives });
  };
  const changed = (isStale: boolean) => {
    if (isStale) lives += 1;
    else codes += 1;
    for (const listener of listeners) listener();
  };
  return { component: StandIn, changed };
}

/** What to render for a type: a proxy for a component of the remote, anything else unchanged. */
export function live(type: ElementType): ElementType {
  const family = Refresh.getFamilyByType(type) as Family | undefined;
  if (!family) return type;
  const known = standIns.get(family) ?? standInOf(family);
  standIns.set(family, known);
  return known.component;
}

/** Applies the code that has arrived. */
export function refresh(): Update | null {
  const update = perform() as Update | null;
  for (const family of update?.updatedFamilies ?? []) standIns.get(family)?.changed(false);
  for (const family of update?.staleFamilies ?? []) standIns.get(family)?.changed(true);
  return update;
}

// The refresh plugin inserts a call of this into each module that accepts its own new code.
const perform = Refresh.performReactRefresh;
Refresh.performReactRefresh = refresh;
