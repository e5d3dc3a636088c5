/** As `engines` of package.json says: from here on Node reads manifest.ts by itself. */
const NEEDED = [22, 18] as const;

/** What is wrong with this Node, as one line; null when it will do. `version` is that of process.versions.node. */
export function nodeProblem(version: string): string | null {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const isEnough = major > NEEDED[0] || (major === NEEDED[0] && minor >= NEEDED[1]);
  return isEnough ? null : `This is Node ${version}, and Node ${NEEDED.join('.')} or newer is needed.`;
}
