import { environment, ROOT } from '../../scripts/lib/paths.mjs';
import { run } from '../../scripts/lib/processes.mjs';

type Running = { port: number; dataDir: string };

/**
 * Runs `npm run release|registry …` against a running local panel, as its operator would.
 * @throws Error with the command's output
 */
export async function operatorCommand(
  { port, dataDir }: Running,
  script: 'release' | 'registry',
  ...words: string[]
): Promise<string> {
  const env = environment({ PORT: String(port), DATA_DIR: dataDir, OPERATOR_TOKEN: '', RELEASE_KEY: '' });
  const { code, output } = await run('npm', ['run', '--silent', script, '--', ...words], { cwd: ROOT, env });
  if (code !== 0) throw new Error(`${script} ${words.join(' ')} ended with ${code}:\n${output}`);
  return output;
}
