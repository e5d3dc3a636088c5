import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './paths.mjs';

/**
 * In the first lines of a test file that repeats at many places, or for long, what other tests show at one: it runs in
 * `npm run campaign`, when it is named, and with `--changed`, but not in every `npm test`. After it stands which those are.
 */
const MARK = /^\/\/ Campaign: \S/;

/** Whether a text of a test file says that it is part of the campaign. */
export const saysCampaign = (text) => text.split('\n', 3).some((line) => MARK.test(line));

/** Whether a test file, named relative to the root, is part of the campaign. */
export const isCampaign = (file) => saysCampaign(readFileSync(join(ROOT, file), 'utf8'));
