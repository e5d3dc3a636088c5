/*
 * First in a remote's standard entry (remoteEntry.js): what the shell provides, for a host that is not the panel
 * (ADR 0044). Nothing of it runs in the panel.
 */
import { ModuleFederation } from './core/federation.ts';
import type { Factory } from './core/share-scope.ts';
import { offerToRemotes } from './for-remote.ts';

/** The remote contains none of its shared modules, so the host has to share them. */
class InOtherHost extends ModuleFederation {
  override async loadShare(...wanted: Parameters<ModuleFederation['loadShare']>): Promise<Factory> {
    const found = await super.loadShare(...wanted);
    if (found) return found;
    throw new Error(
      `P401 This page does not share ${wanted[0]}, which ${this.name} needs. Add it to \`shared\` of the host, as a singleton.`,
    );
  }
}

const page = globalThis as { panelFederation?: unknown; panelIntegrity?: (element: object) => void };
if (!page.panelFederation) {
  offerToRemotes((options) => new InOtherHost(options));
  // The host's page has no signed list of files.
  page.panelIntegrity = () => undefined;
}
