import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { chmod, chown, stat } from 'node:fs/promises';
import path from 'node:path';
import type { ExecResult } from '../driver.ts';
import { HostingError } from '../hosting-error.ts';
import { usageOfTree } from '../limits/process-tree.ts';
import { MARKER_VARIABLE } from '../process/leftovers.ts';
import { killGroup, runCommand } from '../process/run-command.ts';
import { minimalEnvironment } from '../runtime/native-php.ts';
import type { NativePhp } from '../runtime/native-php.ts';
import { sandboxed, sitePaths, siteUid } from '../runtime/sandbox.ts';
import { PHP_SETTINGS } from '../runtime/site-runtime.ts';
import type { RunOptions, SiteMount, SiteProcess, SiteRuntime } from '../runtime/site-runtime.ts';

/** Functions by which a site's code could start programs; WP-CLI, which we start ourselves, may use them. */
const NO_PROGRAMS = 'exec,shell_exec,system,passthru,popen,proc_open,pcntl_exec,pcntl_fork,dl';
const START_DEADLINE_MS = 15_000;

/** Hosts sites with the machine's own PHP: its built-in server with two workers, one process group a site. */
export function createNativeRuntime({ php, panelDir }: { php: NativePhp; panelDir: string }): SiteRuntime {
  const request = (mount: SiteMount, env: Record<string, string>) => ({ mount, panelDir, isolation: php.isolation, php: php.path, env: { ...minimalEnvironment(), ...env } });

  const run = (mount: SiteMount, args: string[], options: RunOptions): Promise<ExecResult> => {
    const paths = sitePaths(request(mount, {}));
    const env = { PANEL_DOCUMENT_ROOT: `${paths.live}/public`, HOME: paths.tmp, TMPDIR: paths.tmp, ...options.env };
    return runCommand(sandboxed(request(mount, env), [...settings({ sys_temp_dir: paths.tmp, memory_limit: '512M', max_execution_time: '0' }), ...args]), options.signal);
  };

  return {
    kind: 'native',
    phpVersion: php.version,
    own: (mount) => (php.isolation.root ? giveToSite(mount) : Promise.resolve()),
    async serve(mount, { token }) {
      const paths = sitePaths(request(mount, {}));
      if (php.isolation.root) await takeOver(mount);
      const env = {
        PANEL_EDGE_TOKEN: token,
        PANEL_DOCUMENT_ROOT: `${paths.live}/public`,
        [MARKER_VARIABLE]: token,
        PHP_CLI_SERVER_WORKERS: '2',
        TMPDIR: paths.tmp,
      };
      const server = ['-S', '127.0.0.1:0', '-t', `${paths.live}/public`, `${paths.panel}/router.php`];
      const options = settings({ ...PHP_SETTINGS, sys_temp_dir: paths.tmp, upload_tmp_dir: paths.tmp, 'session.save_path': paths.tmp, disable_functions: NO_PROGRAMS });
      const command = sandboxed(request(mount, env), [...options, ...server]);
      const child = spawn(command.file, command.args, { env: command.env, cwd: command.cwd, detached: true, stdio: ['ignore', 'ignore', 'pipe'] });
      return listening(child, token);
    },
    script: (mount, script, input, options) => {
      const { panel } = sitePaths(request(mount, {}));
      return run(mount, [path.posix.join(panel, `${script}.php`)], { ...options, env: { ...options.env, PANEL_INPUT: JSON.stringify(input) } });
    },
    wp: (mount, args, options) => {
      const { panel, live } = sitePaths(request(mount, {}));
      return run(mount, [`${panel}/wp-cli.phar`, `--path=${live}/public`, '--no-color', ...args], { ...options, env: { ...options.env, WP_CLI_DISABLE_AUTO_CHECK_UPDATE: '1' } });
    },
    release: async () => undefined,
  };
}

/**
 * The site's user owns the document root and the database and can replace neither those folders nor the
 * configuration: the panel works beside them as root and must not be led astray by a planted link.
 */
async function giveToSite(mount: SiteMount): Promise<void> {
  const uid = siteUid(mount.siteId);
  const own = ['public', 'data'].map((name) => path.join(mount.live, name));
  const config = path.join(mount.live, 'wp-config.php');
  const env = { PATH: process.env['PATH'] ?? '' };
  const result = await runCommand({ file: 'chown', args: ['-Rh', `${uid}:${uid}`, '--', ...own, mount.tmp], env });
  if (result.code !== 0) throw new HostingError('COMMAND_FAILED', 'The files of the site could not be given to its user. Contact support.', { retryable: true, detail: result.stderr });
  for (const folder of [...own, mount.tmp]) await chmod(folder, 0o700);
  await chown(config, 0, uid);
  await chmod(config, 0o640);
}

/** A site that php-wasm created belongs to the panel's user; without this it could not write to its database. */
async function takeOver(mount: SiteMount): Promise<void> {
  const { uid } = await stat(path.join(mount.live, 'data'));
  if (uid !== siteUid(mount.siteId)) await giveToSite(mount);
}

function settings(values: Record<string, string>): string[] {
  return Object.entries(values).flatMap(([name, value]) => ['-d', `${name}=${value}`]);
}

/** Waits until PHP says on which port it listens; the system chose it, so two starts can never collide. */
function listening(child: ChildProcess, token: string): Promise<SiteProcess> {
  const exited = new Promise<void>((resolve) => {
    child.once('close', () => resolve());
  });
  const end = () => {
    if (child.pid !== undefined) killGroup(child.pid, 'SIGKILL');
  };
  // The parent may die alone; its workers would go on answering from the same socket.
  child.once('exit', end);
  return new Promise((resolve, reject) => {
    let output = '';
    const fail = (detail: string, cause?: unknown) => {
      clearTimeout(deadline);
      end();
      reject(new HostingError('START_FAILED', 'The web server of the site did not start. Try again in a minute.', { retryable: true, detail, cause }));
    };
    const deadline = setTimeout(() => fail(`no port within ${START_DEADLINE_MS} ms: ${output}`), START_DEADLINE_MS);
    child.once('error', (error) => fail(error.message, error));
    child.once('exit', (code) => fail(`ended with ${code}: ${output}`));
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      if (output.length > 4096) return;
      output += text;
      const port = /Development Server \(http:\/\/127\.0\.0\.1:(\d+)\) started/.exec(output)?.[1];
      if (port === undefined || child.pid === undefined) return;
      output = ' '.repeat(4097);
      clearTimeout(deadline);
      const stop = async () => {
        end();
        await exited;
      };
      const { pid } = child;
      resolve({ endpoint: { host: '127.0.0.1', port: Number(port), token }, pid, exited, stop, usage: () => usageOfTree(pid) });
    });
  });
}
