/** A call of the contract; `{id}` and `{fqdn}` are those of the hostile site. */
export type PanelCall = { method: 'GET' | 'POST'; path: string };

/** A hostile site's behaviour during the measurement: `concurrency` clients request `php` again and again. */
export type Attack = {
  name: string;
  php?: string;
  concurrency?: number;
  /** The body of an unfinished request: it announces this many bytes and sends one. */
  unfinishedBytes?: number;
  /** Calls that the hostile customer makes at the same time. */
  panelCall?: PanelCall;
  /** Anonymous requests that the panel rejects. */
  anonymousFlood?: boolean;
  /** Requested once before the attack, to prepare it. */
  prepare?: string;
};

const ENDLESS_VIEW = `
$db = new PDO('sqlite:' . dirname($_SERVER['DOCUMENT_ROOT']) . '/data/wordpress.sqlite');
$db->exec('ALTER TABLE wp_users RENAME TO wp_users_kept');
$db->exec('CREATE VIEW wp_users AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i AS ID, i AS user_login FROM n');
echo 'planted';`;

/** Requests to the egress without reading any response. */
const PIPELINED = `
set_time_limit(0);
while (true) {
  $s = @fsockopen("127.0.0.1", 3128, $n, $e, 1);
  if (!$s) { usleep(10000); continue; }
  stream_set_timeout($s, 1);
  while (@fwrite($s, str_repeat("GET http://a.b/ HTTP/1.1\\r\\nHost: a.b\\r\\n\\r\\n", 200))) { }
  fclose($s);
}`;

const ENDLESS_MAIL = `
set_time_limit(0);
while (true) {
  $s = @fsockopen("127.0.0.1", 2525, $n, $e, 1);
  if (!$s) { usleep(10000); continue; }
  stream_set_timeout($s, 1);
  foreach (array("EHLO x", "MAIL FROM:<a@b.example>", "RCPT TO:<c@d.example>", "DATA") as $line) { fgets($s); fwrite($s, $line . "\\r\\n"); }
  while (@fwrite($s, str_repeat("noise without end\\r\\n", 1000))) { }
  fclose($s);
}`;

const EMPTY_FILES = `
set_time_limit(0);
for ($round = 0; true; $round++) {
  $folder = __DIR__ . "/deep-" . getmypid() . "-" . $round . str_repeat("/d", 100);
  @mkdir($folder, 0755, true);
  for ($i = 0; $i < 10000; $i++) { @touch($folder . "/" . $i); }
}`;

/** One for each finding that can continue for a while. The last ones leave the site broken. */
export const ATTACKS: readonly Attack[] = [
  { name: 'endless loop', php: 'set_time_limit(0); while (true) { }', concurrency: 4 },
  {
    name: 'memory',
    php: 'ini_set("memory_limit", "-1"); $a = array(); while (true) { $a[] = str_repeat("x", 1 << 20); }',
    concurrency: 4,
  },
  { name: 'sleep', php: 'set_time_limit(0); sleep(600);', concurrency: 24 },
  {
    name: 'endless answer',
    php: 'set_time_limit(0); while (true) { echo str_repeat("x", 65536); flush(); }',
    concurrency: 2,
  },
  { name: 'malformed status', php: 'header("HTTP/1.1 099 x"); echo "y";', concurrency: 4 },
  { name: 'malformed reason', php: 'header("HTTP/1.1 200 a\\x01b"); echo \'y\';', concurrency: 4 },
  {
    name: 'switching protocols',
    php: 'header("HTTP/1.1 101 Switching Protocols"); header("Upgrade: x"); flush(); sleep(60);',
    concurrency: 4,
  },
  {
    name: 'exec',
    php: 'foreach (array("exec", "shell_exec", "system", "passthru", "popen", "proc_open") as $f) { if (function_exists($f)) { try { @$f("sleep 600", $x, $y); } catch (Throwable $e) { } } } echo "done";',
    concurrency: 4,
  },
  {
    name: 'mail with LD_PRELOAD',
    php: 'putenv("LD_PRELOAD=/tmp/x.so"); if (function_exists("mail")) { @mail("a@example.com", "b", "c"); } echo "done";',
    concurrency: 4,
  },
  {
    name: 'loopback scan',
    php: 'for ($i = 0; $i < 200; $i++) { $s = @fsockopen("127.0.0.1", 8000 + $i, $n, $e, 0.2); if ($s) { fwrite($s, "GET / HTTP/1.0\\r\\n\\r\\n"); fclose($s); } } echo "done";',
    concurrency: 4,
  },
  {
    name: 'endless files',
    php: 'set_time_limit(0); for ($i = 0; $i < 100000; $i++) { file_put_contents(__DIR__ . "/fill-" . $i, str_repeat("x", 4096)); } echo "done";',
    concurrency: 2,
  },
  {
    name: 'an endless file',
    php: 'set_time_limit(0); $f = fopen(__DIR__ . "/big", "a"); while (@fwrite($f, str_repeat("x", 1 << 20))) { }',
    concurrency: 1,
  },
  { name: 'pipelined egress', php: PIPELINED, concurrency: 4 },
  { name: 'a mail without end', php: ENDLESS_MAIL, concurrency: 4 },
  {
    name: 'error log',
    php: 'for ($i = 0; $i < 20000; $i++) { error_log(str_repeat("noise ", 100)); } echo "done";',
    concurrency: 4,
  },
  { name: 'unfinished uploads', unfinishedBytes: 50_000_000, concurrency: 24 },
  { name: 'anonymous 4xx', anonymousFlood: true, concurrency: 4 },
  { name: 'call flood', panelCall: { method: 'GET', path: '/site?pageSize=100' }, concurrency: 6 },
  { name: 'check flood', panelCall: { method: 'GET', path: '/site/{id}/overview?check=now' }, concurrency: 6 },
  { name: 'version flood', panelCall: { method: 'GET', path: '/site/{fqdn}/version' }, concurrency: 6 },
  {
    name: 'deep empty files',
    php: EMPTY_FILES,
    concurrency: 2,
    panelCall: { method: 'GET', path: '/site/{id}/overview?check=now' },
  },
  {
    name: 'exclusive lock',
    php: '$db = new PDO("sqlite:" . dirname($_SERVER["DOCUMENT_ROOT"]) . "/data/wordpress.sqlite"); $db->exec("BEGIN EXCLUSIVE"); sleep(75);',
    concurrency: 1,
    panelCall: { method: 'GET', path: '/site/{id}/overview?check=now' },
  },
  {
    name: 'a pipe for a version',
    prepare:
      '@unlink($_SERVER["DOCUMENT_ROOT"] . "/wp-includes/version.php"); if (function_exists("posix_mkfifo")) { posix_mkfifo($_SERVER["DOCUMENT_ROOT"] . "/wp-includes/version.php", 0644); } echo "planted";',
    panelCall: { method: 'GET', path: '/site/{id}/overview?check=now' },
    concurrency: 6,
  },
  {
    name: 'endless view',
    prepare: ENDLESS_VIEW,
    panelCall: { method: 'GET', path: '/site/{id}/overview?check=now' },
    concurrency: 4,
  },
];
