/** As `engines` of package.json states: from this version on, Node reads manifest.ts without flags. */
const NEEDED = [22, 18] as const;

/** Why this Node is too old, as one line; null when it is not. `version` is that of process.versions.node. */
export function nodeProblem(version: string): string | null {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const isEnough = major > NEEDED[0] || (major === NEEDED[0] && minor >= NEEDED[1]);
  return isEnough ? null : `This is Node ${version}, and Node ${NEEDED.join('.')} or newer is needed.`;
}
