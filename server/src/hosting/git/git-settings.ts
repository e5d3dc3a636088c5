/** No file of the machine or of the repository configures `git`, and nothing in a repository is run. */
const settings = (maxBytes: number): readonly [string, string][] => [
  ['core.hooksPath', '/dev/null'],
  ['core.fsmonitor', 'false'],
  ['core.logAllRefUpdates', 'false'],
  ['core.fsync', 'all'],
  ['core.bigFileThreshold', '16m'],
  ['protocol.allow', 'never'],
  ['http.getanyfile', 'false'],
  ['http.uploadpack', 'true'],
  ['http.receivepack', 'true'],
  ['receive.fsckObjects', 'true'],
  ['receive.maxInputSize', String(maxBytes)],
  // Packs are stored as they come: small on disk, whatever they unpack to.
  ['receive.unpackLimit', '1'],
  ['transfer.unpackLimit', '1'],
  ['receive.denyCurrentBranch', 'ignore'],
  ['receive.advertisePushOptions', 'false'],
  ['pack.threads', '1'],
  ['pack.windowMemory', '64m'],
  ['gc.autoDetach', 'false'],
  ['gc.autoPackLimit', '20'],
  ['maintenance.autoDetach', 'false'],
];

/**
 * The environment of every `git` in the sandbox of a repository.
 * @param maxBytes of a push, packed; 0 where nothing is pushed
 */
export function gitEnvironment(maxBytes = 0): Record<string, string> {
  const all = settings(maxBytes);
  return {
    ...{ PATH: '/usr/local/bin:/usr/bin:/bin', HOME: '/tmp', LANG: 'C', GIT_TERMINAL_PROMPT: '0' },
    ...{ GIT_CONFIG_NOSYSTEM: '1', GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_COUNT: String(all.length) },
    ...{ GIT_COMMITTER_NAME: 'panel', GIT_COMMITTER_EMAIL: 'panel@localhost' },
    ...Object.fromEntries(
      all.flatMap(([name, value], index) => [
        [`GIT_CONFIG_KEY_${index}`, name],
        [`GIT_CONFIG_VALUE_${index}`, value],
      ]),
    ),
  };
}
