import * as v from 'valibot';
import type { ExecOptions, HostingDriver } from '../../hosting/driver.ts';
import { HostingError, type Failure } from '../../hosting/hosting-error.ts';
import { ANSWER_BOUNDS, parseJson } from '../../lib/parse-json.ts';
import { sentence } from '../../lib/sentence.ts';

/** Comes before the answer on a line of its own, because plugins may print something as well. */
const MARK = 'panel-answer:';

/** What a list takes of an answer at most, so that two lists and what is beside them are within `ANSWER_BOUNDS`. */
const LIST_BYTES = 110 * 1024;

/**
 * Runs inside the site, after its code: shortens there what a large site has, so that the panel reads little. It cannot
 * be trusted, since hosted code runs in the same process; `ANSWER_BOUNDS` holds for what it prints.
 * `$input`: what the panel sent. `$plain`: a text without characters that hide others, at most so many. `$shorten`: the first
 * items of a list, and how many are left out. `$answer`: prints the answer.
 */
const PREAMBLE = `$input = json_decode((string) getenv('PANEL_INPUT'), true);
$encoded = function ($value) { return json_encode($value, JSON_INVALID_UTF8_SUBSTITUTE | JSON_PARTIAL_OUTPUT_ON_ERROR); };
$plain = function ($text, $max) use ($encoded) {
  $valid = json_decode($encoded(substr(is_scalar($text) ? (string) $text : '', 0, 4 * $max)));
  $seen = preg_replace('/[\\p{Cc}\\p{Zl}\\p{Zp}\\x{061C}\\x{200E}\\x{200F}\\x{202A}-\\x{202E}\\x{2066}-\\x{2069}\\x{FEFF}]/u', ' ', (string) $valid);
  return preg_match('/^.{0,' . $max . '}/us', trim((string) $seen), $found) ? $found[0] : '';
};
$shorten = function ($items, $most) use ($encoded) {
  $kept = array();
  $left = ${LIST_BYTES};
  foreach ($items as $item) {
    $left -= strlen($encoded($item)) + 1;
    if ($left < 0 || count($kept) === $most) break;
    $kept[] = $item;
  }
  return array($kept, count($items) - count($kept));
};
$answer = function ($value) use ($encoded) { echo "\\n${MARK}", $encoded($value), "\\n"; };
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
  /** Says what could not be done. */
  failure: Failure;
};

/**
 * Runs our PHP inside a site. What people typed is in `input`, never among the arguments.
 * @throws HostingError when it fails or its answer is not valid
 */
export async function runPhp<S extends v.GenericSchema>(
  hosting: Pick<HostingDriver, 'exec'>,
  siteId: string,
  { code, input = {}, schema, without = 'plugins', failure, ...options }: PhpOptions<S>,
): Promise<v.InferOutput<S>> {
  const result = await hosting.exec(siteId, ['eval', PREAMBLE + code, ...WITHOUT[without]], {
    ...options,
    input: JSON.stringify(input),
  });
  // In a list, because null may be the answer.
  const answer = result.code === 0 ? parseJson(v.strictTuple([schema]), `[${answerIn(result.stdout)}]`, BOUNDS) : null;
  if (answer !== null) return answer[0];
  throw notDone(failure, result);
}

const BOUNDS = { ...ANSWER_BOUNDS, depth: ANSWER_BOUNDS.depth + 1 };

/** The last line with the mark; empty without one. */
function answerIn(stdout: string): string {
  const at = stdout.lastIndexOf(`\n${MARK}`);
  if (at < 0) return '';
  const begin = at + 1 + MARK.length;
  const end = stdout.indexOf('\n', begin);
  return stdout.slice(begin, end < 0 ? undefined : end);
}

const notDone = (failure: Failure, { code, stdout, stderr }: { code: number; stdout: string; stderr: string }) =>
  new HostingError(
    'COMMAND_FAILED',
    [
      failure,
      sentence('WordPress reported an error. Check the site’s debug log. If it keeps failing, contact support.'),
    ],
    { retryable: true, detail: `${code}: ${stderr.slice(-1500)} ${stdout.slice(-500)}` },
  );
