import * as v from 'valibot';
import { SharingLink, SiteName, SourceUrl } from '@panel/contract/schemas';
import { useDraft, usePartner, useUser, type MigrationInput } from '@panel/core';

export type MigrationDraft = {
  type: 'host' | 'backup' | 'plugin';
  name: string;
  source_url: string;
  sharingLink: string;
  other_tables: boolean;
};

const INITIAL: MigrationDraft = { type: 'backup', name: '', source_url: '', sharingLink: '', other_tables: false };

const both = { name: SiteName, source_url: v.union([v.literal(''), SourceUrl]), other_tables: v.boolean() };

/** The contract's rules; a backup needs no link. */
export const MigrationFields = v.variant('type', [
  v.object({ ...both, type: v.literal('backup'), sharingLink: v.string() }),
  v.object({ ...both, type: v.picklist(['host', 'plugin']), sharingLink: SharingLink }),
]);

/** The draft survives a reload, except for the link: whoever has it can read the backup. */
export function useMigrationDraft() {
  const { sitesDomain } = usePartner();
  const { draft, update, clear } = useDraft<MigrationDraft>(`migration.${useUser().id}`, INITIAL, ['sharingLink']);
  return { draft, update, clear, fqdn: `${draft.name}.${sitesDomain}`, suffix: `.${sitesDomain}` };
}

/** The request for a checked form. */
export function migrationInput(
  { type, source_url, sharingLink, other_tables }: v.InferOutput<typeof MigrationFields>,
  fqdn: string,
): MigrationInput {
  const chosen = { fqdn, source_url: source_url || null, other_tables };
  return type === 'backup' ? { ...chosen, type } : { ...chosen, type, sharingLink };
}
