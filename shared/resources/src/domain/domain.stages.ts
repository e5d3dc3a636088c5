import type { SiteDomain } from '@panel/core';

/** The stages of a domain, in their order. */
export const DOMAIN_STAGES = ['name', 'license', 'setup', 'certificate'] as const;
export type DomainStage = (typeof DOMAIN_STAGES)[number];
export type StageState = 'done' | 'current' | 'later';

type Facts = {
  domain: Pick<NonNullable<SiteDomain['domain']>, 'state'> | null;
  /** A name was verified that is not claimed yet. */
  isChosen: boolean;
  /** No license has a place for it. */
  needsLicense: boolean;
  /** The certificate was seen, or this installation has none. */
  isServed: boolean;
};

/** The stage that somebody is at, or null when nothing is left to do. All of it is in what is stored, so that any visit opens here. */
export function currentStage({ domain, isChosen, needsLicense, isServed }: Facts): DomainStage | null {
  if (domain === null) return isChosen || needsLicense ? 'license' : 'name';
  if (domain.state !== 'connected') return 'setup';
  return isServed ? null : 'certificate';
}

/** The state of a stage, as seen from the current one. A license that is missing comes before a name. */
export function stageState(stage: DomainStage, current: DomainStage | null, hasName: boolean): StageState {
  if (stage === current) return 'current';
  if (stage === 'name' && !hasName) return 'later';
  if (current === null || DOMAIN_STAGES.indexOf(stage) < DOMAIN_STAGES.indexOf(current)) return 'done';
  return 'later';
}
