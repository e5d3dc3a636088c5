import type { ServerResponse } from 'node:http';
import type { CompiledRules } from '../hosting/static/site-rules.ts';

const ROBOTS = 'x-robots-tag';

/** Keeps an answer of a preview out of search engines. */
export const keepUnlisted = (res: ServerResponse): void => void res.setHeader(ROBOTS, 'noindex');

/** The rules of a release, which say nothing about search engines: those of a preview stay away. */
export const unlistedRules = (rules: CompiledRules | undefined): CompiledRules | undefined =>
  rules && { ...rules, headers: (path) => rules.headers(path).filter(([name]) => name.toLowerCase() !== ROBOTS) };
