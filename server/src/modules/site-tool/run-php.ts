import * as v from 'valibot';
import type { ExecOptions, HostingDriver } from '../../hosting/driver.ts';
import { HostingError } from '../../hosting/hosting-error.ts';

/** Comes before the answer on a line of its own, because plugins may print something as well. */
const MARK = 'panel-answer:';

/** Reads `$input`, and prints the answer. */
const PREAMBLE = `$input = json_decode((string) getenv('PANEL_INPUT'), true);
$answer = function ($value) { echo "\\n${MARK}", json_encode($value, JSON_INVALID_UTF8_SUBSTITUTE), "\\n"; };
`;

/** What WP-CLI leaves out: themes and plugins of a site, or all of WordPress. */
const WITHOUT = {
  nothing: [],
  plugins: ['--skip-plugins', '--skip-themes'],
  wordpress: ['--skip-wordpress'],
} as const;

type PhpOptions<S extends v.GenericSchema> = Omit<ExecOptions, 'input'> & {
  /** PHP that reads `$input` and calls `$answer` once. */
  code: string;
  input?: Record<string, unknown>;
  /** Validates the answer: hosted code can print whatever it wants. */
  schema: S;
  without?: keyof typeof WITHOUT;
  /** Completes "We could not …". */
  doing: string;
};

/**
 * Runs our PHP inside a site. What people typed is in `input`, never among the arguments.
 * @throws HostingError when it fails or its answer is not valid
 */
export async function runPhp<S extends v.GenericSchema>(
  hosting: HostingDriver,
  siteId: string,
  { code, input = {}, schema, without = 'plugins', doing, ...options }: PhpOptions<S>,
): Promise<v.InferOutput<S>> {
  const result = await hosting.exec(siteId, ['eval', PREAMBLE + code, ...WITHOUT[without]], {
    ...options,
    input: JSON.stringify(input),
  });
  const answer = result.code === 0 ? answerOf(result.stdout) : undefined;
  const parsed = v.safeParse(schema, answer);
  if (parsed.success) return parsed.output;
  throw notDone(doing, result);
}

/** @throws HostingError when the output of a command is not valid JSON for the schema */
export function parseOutput<S extends v.GenericSchema>(
  schema: S,
  result: { code: number; stdout: string; stderr: string },
  doing: string,
): v.InferOutput<S> {
  const parsed = v.safeParse(schema, result.code === 0 ? jsonOf(result.stdout) : undefined);
  if (parsed.success) return parsed.output;
  throw notDone(doing, result);
}

function answerOf(stdout: string): unknown {
  const at = stdout.lastIndexOf(`\n${MARK}`);
  if (at < 0) return undefined;
  return jsonOf(stdout.slice(at + 1 + MARK.length).split('\n', 1)[0] ?? '');
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const notDone = (doing: string, { code, stdout, stderr }: { code: number; stdout: string; stderr: string }) =>
  new HostingError(
    'COMMAND_FAILED',
    `We could not ${doing}: WordPress reported an error. Check the site’s debug log; if it keeps failing, contact support.`,
    { retryable: true, detail: `${code}: ${stderr.slice(-1500)} ${stdout.slice(-500)}` },
  );
