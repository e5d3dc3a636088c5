import * as v from 'valibot';
import { GitAddress, GithubBranchName, GithubRepository, RepositoryFolder } from '@panel/contract/schemas';
import { t, type BuildSettings, type ExistingAppInput } from '@panel/core';

/** Where the code of one part is, and what its owner says about building it. It holds no secret. */
export type PartDraft = {
  source: 'github' | 'git';
  repository: string;
  branch: string;
  /** By which installation of the GitHub App; null by an access token. */
  installation_id: number | null;
  root_folder: string;
  build_command: string;
  output_folder: string;
  start_command: string;
};

export const EMPTY_PART: PartDraft = {
  ...{ source: 'git', repository: '', branch: 'main', installation_id: null },
  ...{ root_folder: '', build_command: '', output_folder: '', start_command: '' },
};

const Command = v.pipe(v.string(), v.trim(), v.maxLength(500, t('Use at most 500 characters.')));

export const GitStep = v.object({ repository: GitAddress, branch: GithubBranchName });
export const GithubStep = v.object({ repository: GithubRepository, branch: GithubBranchName });
export const SettingsStep = v.object({
  root_folder: RepositoryFolder,
  build_command: Command,
  output_folder: RepositoryFolder,
  start_command: Command,
});

/** Whether the part says where its code is. */
export const hasRepository = ({ source, ...draft }: PartDraft): boolean =>
  v.is(source === 'github' ? GithubStep : GitStep, draft);

/** Where the code is, as the call takes it. The token is sent only with an address of one's own. */
export const sourceOf = (
  { source, repository, branch, installation_id }: PartDraft,
  token: string,
): ExistingAppInput['from'] =>
  source === 'github'
    ? { source, repository, branch, ...(installation_id !== null && { installation_id }) }
    : { source, repository, branch, ...(token !== '' && { token }) };

/** Only what was typed: everything else is recognized in the code. */
export const settingsOf = (part: PartDraft): Partial<BuildSettings> =>
  Object.fromEntries(
    (['root_folder', 'build_command', 'output_folder', 'start_command'] as const)
      .filter((name) => part[name] !== '')
      .map((name) => [name, part[name]]),
  );
