/*
 * Replaces the bundler's half of the federation runtime in the shell. The library's own functions serve the generated
 * code of shell and remotes; remotes find them on the page (ADR 0021).
 */
import { ModuleFederation } from './core/federation.ts';
import { federationOf, offerToRemotes } from './for-remote.ts';
import * as runtime from './shell-runtime.ts';

offerToRemotes((options) => new ModuleFederation(options));

export default federationOf(runtime);
