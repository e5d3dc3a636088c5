import type { ExtensionKind, Sentence } from '@panel/contract';
import type { ExecResult, HostingDriver } from '../../hosting/driver.ts';
import { HostingError, type Failure } from '../../hosting/hosting-error.ts';
import { plainText } from '../../lib/plain-text.ts';
import { sentence } from '../../lib/sentence.ts';

const COMMAND_MS = 120_000;
const REASON_MAX = 300;
/** The site's own code does not run, so a broken plugin or theme cannot prevent the command. */
const ALONE = ['--skip-plugins', '--skip-themes'] as const;

/** Characters of the output and of the errors in which a reason is looked for, and of one line. */
const LOOKED_AT = 8_000;
const LINE_MAX = 1_000;

/** What a site printed last, bounded and on one line: hosted code writes it. */
function reasonOf({ stdout, stderr }: ExecResult): Sentence {
  const ends = [stdout, stderr].map((text) => text.slice(-LOOKED_AT)).join('\n');
  const lines = ends.split('\n').map((line) => plainText(line, LINE_MAX));
  const told = lines.filter((line) => /^(?:Error|Warning|PHP Fatal error|Fatal error|PHP Parse error)\b/i.test(line));
  const last = told.at(-1);
  return last === undefined ? sentence('WordPress gave no reason.') : sentence(last.slice(0, REASON_MAX));
}

const failed = (failure: Failure, result: ExecResult): HostingError =>
  new HostingError('COMMAND_FAILED', [failure, reasonOf(result)], {
    retryable: false,
    detail: `${result.code}: ${result.stderr.slice(-1000)}`,
  });

/** PHP for a single-quoted text. Slugs are checked, but no text is put into code as it is. */
const quoted = (text: string): string => `'${text.replace(/[\\']/g, '\\$&')}'`;

/** The folder of an item, and where its earlier version is kept during a change. */
const PLACES = (kind: ExtensionKind, slug: string): string => `
require_once ABSPATH . 'wp-admin/includes/file.php';
WP_Filesystem();
global $wp_filesystem;
$folder = ${kind === 'plugin' ? 'WP_PLUGIN_DIR' : 'get_theme_root()'} . '/' . ${quoted(slug)};
$kept = WP_CONTENT_DIR . '/.kept/' . ${quoted(`${kind}-${slug}`)};`;

const KEEP = `
if (is_dir($folder) && !is_dir($kept)) {
  $part = $kept . '.part';
  $wp_filesystem->delete($part, true);
  wp_mkdir_p($part);
  $copied = copy_dir($folder, $part);
  if (is_wp_error($copied)) { WP_CLI::error($copied->get_error_message()); }
  rename($part, $kept) || WP_CLI::error('The earlier version could not be kept.');
}`;

const PUT_BACK = `
if (is_dir($kept)) {
  $wp_filesystem->delete($folder, true);
  rename($kept, $folder) || WP_CLI::error('The earlier version could not be put back.');
}`;

const REMOVE = `
$file = $folder . '.php';
$wp_filesystem->delete(is_dir($folder) ? $folder : $file, true);
(is_dir($folder) || is_file($file)) && WP_CLI::error('The files could not be deleted.');`;

/** As wp-admin does it, with the plugin's own clean-up. WP-CLI would start a shell, which no site may. */
const DELETE_PLUGIN = (slug: string): string => `
require_once ABSPATH . 'wp-admin/includes/file.php';
require_once ABSPATH . 'wp-admin/includes/plugin.php';
foreach (array_keys(get_plugins()) as $file) {
  if ((strpos($file, '/') === false ? basename($file, '.php') : dirname($file)) !== ${quoted(slug)}) { continue; }
  $deleted = delete_plugins(array($file));
  if (is_wp_error($deleted)) { WP_CLI::error($deleted->get_error_message()); }
}`;

const DELETE_THEME = (slug: string): string => `
require_once ABSPATH . 'wp-admin/includes/file.php';
require_once ABSPATH . 'wp-admin/includes/theme.php';
if (in_array(${quoted(slug)}, array(get_option('stylesheet'), get_option('template')), true)) {
  WP_CLI::error('This theme is in use. Activate another theme first.');
}
$deleted = delete_theme(${quoted(slug)});
if (is_wp_error($deleted)) { WP_CLI::error($deleted->get_error_message()); }`;

/** Removes the kept versions of all items. */
export const DROP_KEPT = `
require_once ABSPATH . 'wp-admin/includes/file.php';
WP_Filesystem();
global $wp_filesystem;
$wp_filesystem->delete(WP_CONTENT_DIR . '/.kept', true);`;

/** PHP that WP-CLI runs before one of its commands, in the same process: each process loads WordPress anew. */
const beforehand = (command: string, code: string): string =>
  `--exec=WP_CLI::add_hook('before_invoke:${command}', function () {${code}\n});`;

/**
 * The changes of a site's plugins and themes, as WP-CLI commands with argument vectors. Each may be repeated with the
 * same result, and throws HostingError with a reason for customers.
 */
export function wpExtensions(hosting: Pick<HostingDriver, 'exec'>, siteId: string, kind: ExtensionKind) {
  const run = async (failure: Failure, args: string[], file?: string): Promise<void> => {
    const result = await hosting.exec(siteId, args, { timeoutMs: COMMAND_MS, ...(file === undefined ? {} : { file }) });
    if (result.code !== 0) throw failed(failure, result);
  };
  const evaluate = (failure: Failure, code: string) => run(failure, ['eval', code, ...ALONE]);
  /** With the site's code, so that its hooks run; without it when that fails. */
  const withHooks = (failure: Failure, args: string[], alone: string[]): Promise<void> =>
    run(failure, args).catch(() => run(failure, [...alone, ...ALONE]));
  return {
    /** Installs it. With `keep`, the present version is copied aside first, once. */
    install: (slug: string, file: string, { keep }: { keep: boolean }) => {
      const first = keep ? [beforehand(`${kind} install`, PLACES(kind, slug) + KEEP)] : [];
      return run(
        sentence('We could not install “{slug}”.', { slug }),
        [kind, 'install', '--force', ...first, ...ALONE],
        file,
      );
    },
    activate: (slug: string) => run(sentence('We could not activate “{slug}”.', { slug }), [kind, 'activate', slug]),
    /** Activates it without running the site's other code, to undo a change. */
    reactivate: (slug: string) =>
      run(sentence('We could not reactivate “{slug}”.', { slug }), [kind, 'activate', slug, ...ALONE]),
    deactivate: (slug: string) =>
      withHooks(
        sentence('We could not deactivate “{slug}”.', { slug }),
        [kind, 'deactivate', slug],
        [kind, 'deactivate', slug],
      ),
    /** Deactivates it without running it, to undo an activation. */
    stop: (slug: string) =>
      run(sentence('We could not deactivate “{slug}”.', { slug }), [kind, 'deactivate', slug, ...ALONE]),
    /** Deletes it; a plugin must not be active. Where its own clean-up fails, only its files. */
    delete: async (slug: string): Promise<void> => {
      const failure = sentence('We could not delete “{slug}”.', { slug });
      if (kind === 'theme') return evaluate(failure, DELETE_THEME(slug));
      await evaluate(failure, DELETE_PLUGIN(slug)).catch(() => evaluate(failure, PLACES(kind, slug) + REMOVE));
    },
    /** Puts the kept version back, if there is one. */
    putBack: (slug: string) =>
      evaluate(sentence('We could not restore “{slug}”.', { slug }), PLACES(kind, slug) + PUT_BACK),
    /** Removes the files of an item that the site did not have. */
    remove: (slug: string) =>
      evaluate(sentence('We could not remove “{slug}”.', { slug }), PLACES(kind, slug) + REMOVE),
    dropKept: () => evaluate('We could not remove earlier versions.', DROP_KEPT),
  };
}

export type WpExtensions = ReturnType<typeof wpExtensions>;
