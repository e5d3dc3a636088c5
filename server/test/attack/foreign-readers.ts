/** How code takes what hosted code, or somebody outside, has written; each is found by its name in the source. */
export const WAYS = {
  /** What PHP and WP-CLI print in a site. */
  php: /\b(?:runPhp|hosting\.exec|php\.(?:script|wp))\(/,
  /** What programs print that the panel starts itself. */
  command: /\b(?:runCommand|startCommand|runAgent|openMessageChannel)\(/,
  json: /\bJSON\.parse\(|\bparseJson\(/,
  /** Heads and bodies of HTTP answers. */
  http: /\b(?:askSite|askFollowing|askPhpVersion)\((?:endpoint|at,)|\brawHeaders\b|\bfetch\(/,
} as const;
export type Way = keyof typeof WAYS;

const PASSED_ON = 'Passes the call on; reads nothing of the answer.';
const RUN_PHP = 'runPhp: 256 KB, 16,000 elements, 9 deep; lists by their length first (hosted-answers.test.ts).';
const END_ONLY = 'Reads the exit code and the last characters of 320 KB (KEPT_OUTPUT).';
const LAST_LINE = 'The last line of 320 KB, parsed by parseJson within ANSWER_BOUNDS.';
const OURS = 'A program of this machine or of the panel, which no site can change; 320 KB are kept.';
const OWN_TEXT = 'A text that the panel wrote or signed itself.';
const ASKS = 'askSite: 512 KB of a page, 16 KB of headers, 30 s or the signal of the caller.';

/**
 * Every place of the server (below `src`) that reads such bytes, and what bounds it there. A new one fails
 * foreign-readers.test.ts until it is here; if its reader is new too, add its worst cases to hosted-answers.test.ts.
 * Questions to the site agent are bounded in one place (`ANSWERS`, `BOUNDS` of agent-process.ts).
 */
export const FOREIGN_READERS: Readonly<Record<Way, Readonly<Record<string, string>>>> = {
  php: {
    'hosting/egress/with-egress.ts': PASSED_ON,
    'hosting/limits/with-limits.ts': PASSED_ON,
    'hosting/local/local-driver.ts': PASSED_ON,
    'hosting/local/with-mount.ts': PASSED_ON,
    'hosting/runtime/php-versions.ts': PASSED_ON,
    'hosting/local/compiled-core.ts': END_ONLY,
    'hosting/local/kinds/copy-into-wordpress.ts': END_ONLY,
    'hosting/local/content-difference.ts': END_ONLY,
    'hosting/local/import-database.ts': LAST_LINE,
    'hosting/local/prepared-database.ts': END_ONLY,
    'hosting/local/replace-url.ts': END_ONLY,
    'hosting/local/site-blueprint.ts': END_ONLY,
    'hosting/local/site-database.ts': LAST_LINE,
    'hosting/local/site-upgrade.ts': END_ONLY,
    'hosting/local/wordpress-site.ts': END_ONLY,
    'modules/change-plan/database-digest.ts': RUN_PHP,
    'modules/extension/inventory.ts': RUN_PHP,
    'modules/extension/wp-extension.ts': 'The exit code, and a line of the last 8,000 characters.',
    'modules/migration/compare-pages.ts': RUN_PHP,
    'modules/site-tool/admin-login.ts': RUN_PHP,
    'modules/site-tool/run-php.ts': RUN_PHP,
    'modules/site-tool/search-replace.ts': RUN_PHP,
    'modules/site-tool/wordpress-tools.ts': RUN_PHP,
    'modules/site-lifecycle/site-import.tasks.ts': RUN_PHP,
  },
  command: {
    'hosting/agent/find-agent-tools.ts': OURS,
    'hosting/agent/install-agent.ts': OURS,
    'hosting/agent/site-agent.ts':
      'runAgent: 1 MB of answers, each at most 448 KB, 12,000 elements, 7 deep; texts of files up to 1 MB are bytes.',
    'hosting/browser/find-browser.ts': OURS,
    'hosting/browser/site-pictures.ts': '2 MB of base64; a PNG of one size with at most 1,000 chunks.',
    'hosting/builds/code-build.ts': END_ONLY,
    'hosting/builds/tools.ts': 'tar of a package whose digest is known; reads the exit code and the end of its errors.',
    'hosting/limits/lower.ts': OURS,
    'hosting/local/compiled-core.ts': OURS,
    'hosting/local/remove-tree.ts': OURS,
    'hosting/native/native-runtime.ts': 'runCommand: ends after 8 MB, keeps the last 320 KB.',
    'hosting/native/native-server.ts': 'Reads state of connections that the jailer writes outside of the sandbox.',
    'hosting/native/site-owner.ts': OURS,
    'hosting/process/run-command.ts': 'Ends after 8 MB, keeps the last 320 KB and 64 KB of errors.',
    'hosting/runtime/core-store.ts': OURS,
    'hosting/runtime/native-php.ts': OURS,
    'hosting/runtime/try-isolation.ts': OURS,
    'hosting/runtime/wordpress-source.ts': OURS,
    'hosting/wasm/find-isolation.ts': OURS,
    'hosting/wasm/wasm-worker-process.ts': 'MESSAGE_BOUNDS: 2.3 MB, flat, 32 elements.',
  },
  json: {
    'db/restore-marker.ts': OWN_TEXT,
    'installation/frames.ts': 'A part of a backup that the panel wrote and sealed, in a command of its own.',
    'installation/last-backup.ts': OWN_TEXT,
    'installation/manifest.ts':
      'List and manifest of backups: bytes are counted as they are read, parseJson within BOUNDS; a page reads 1 MB and 4 MB of them. A restore checks the MAC before it uses one.',
    'installation/restore-database.ts': 'The list of migrations, which comes with the panel.',
    'installation/rows.repo.ts': 'Rows of a part that the panel wrote and sealed, a hundred at a time.',
    'context/download-ticket.ts': OWN_TEXT,
    'db/migrate.ts': OWN_TEXT,
    'hosting/agent/agent-process.ts': 'BOUNDS: 448 KB, 12,000 elements, 7 deep.',
    'hosting/agent/build-agent.ts': OWN_TEXT,
    'hosting/builds/code-build.ts': 'What the first step of a build found: parseJson within ANSWER_BOUNDS.',
    'hosting/database/dump/dump-format.ts':
      'The list of parts of a dump: 2 MB, 80,000 elements, 3 deep; its writer refuses more.',
    'hosting/local/compare-sites.ts': 'A line of a listing: 25 KB, 4 elements; 48 MB and 200,000 lines in chunks.',
    'hosting/local/import-database.ts': LAST_LINE,
    'hosting/local/panel-files.ts': OWN_TEXT,
    'hosting/local/site-archive.ts': 'The manifest of an archive: 4,096 characters.',
    'hosting/local/site-database.ts': LAST_LINE,
    'hosting/local/site-source.ts': 'A line of progress: 1,000 bytes; one of each chunk.',
    'hosting/node/jailer.ts': OWN_TEXT,
    'hosting/runtime/native-php.ts': OURS,
    'hosting/wasm/message-channel.ts': 'The bounds of its caller, before the message is parsed.',
    'http/json-body.ts': 'The size of the request’s body.',
    'lib/parse-json.ts': 'The bounds of its caller, before the text is parsed.',
    'modules/app/app-variables.repo.ts': OWN_TEXT,
    'modules/app-backup/restored-release.ts': OWN_TEXT,
    'modules/app-push/push-payload.ts': 'A signed body: 1 MB, 50,000 elements, 16 deep (webhooks.test.ts).',
    'modules/app/app.routes.ts': 'A field of a form: 64 KB (multipart-form.ts).',
    'modules/backup/variables-of.ts': OWN_TEXT,
    'modules/github/github-http.ts': '2 MB, 60,000 elements, 16 deep; of the API that the operator configures.',
    'modules/github-event/event.ts': 'A signed body: 1 MB, 50,000 elements, 16 deep (event.test.ts).',
    'modules/github-app/user-api.ts': OWN_TEXT,
    'modules/login-provider/login-attempt.ts': OWN_TEXT,
    'modules/login-provider/provider-profile.ts': '256 KB, 8,000 elements, 12 deep (provider-fetch.ts).',
    'modules/mail/mail-port.ts': OWN_TEXT,
    'modules/partner/panel-texts.ts': 'Catalogues of the panel, which come with it.',
    'modules/site-tool/run-php.ts': RUN_PHP,
    'modules/status-page/kept-status.ts': 'A file that the panel wrote itself: 16 MB, 100,000 elements, 8 deep.',
    'modules/vulnerability/feed-members.ts': '1 MB at a time, in a thread of its own with 64 MB.',
    'platform/override/override-cookie.ts': 'A cookie: 16 KB.',
    'platform/release/check-release.ts': 'The text of a release that a team’s key sent.',
    'platform/release/open-release.ts': OWN_TEXT,
    'platform/release/repair-release.ts': OWN_TEXT,
    'platform/team/call-token.ts': 'A header: 16 KB.',
    'platform/web/builds.ts': OWN_TEXT,
    'start/open-site-uses.ts':
      'A message of another process of the panel, by the database: 8,000 bytes (PostgreSQL’s NOTIFY).',
    'start/process-events.ts': OWN_TEXT,
    'process/watchdog/report.ts': OWN_TEXT,
    'tasks/run-task.ts': OWN_TEXT,
    'tasks/task-engine.ts': OWN_TEXT,
    'processor/main.ts': 'The books that the processor wrote itself.',
    'start/open-payments.ts': OWN_TEXT,
  },
  http: {
    'dns/powerdns.ts': 'The server of the operator.',
    'doctor/services.check.ts': 'The status of the panel’s own answer; the body is not read.',
    'edge/cache/cache-request.ts': 'The head of a request: 16 KB.',
    'edge/cache/revalidation.ts': 'The head of a request: 16 KB.',
    'edge/proxy-headers.ts': '64 KB, 256 lines; each line in one pass.',
    'edge/site-answer.ts': '64 KB, 256 lines.',
    'hosting/agent/site-agent.ts': 'No HTTP: a cache that is called so.',
    'hosting/builds/tools.ts': 'An archive of at most 120 MB, streamed to a file; its digest is known before.',
    'hosting/egress/forward-request.ts': 'Heads of 16 KB, forwarded line by line.',
    'hosting/local/ask-site.ts': ASKS,
    'hosting/local/cron.ts': ASKS,
    'hosting/local/kinds/verify-app.ts': ASKS,
    'hosting/local/kinds/verify-wordpress.ts': ASKS,
    'hosting/local/verify-site.ts': ASKS,
    'context/host.ts': 'The head of a request: 16 KB.',
    'modules/api-docs/examples.ts': 'The text of an example, which the page prints and nobody runs here.',
    'modules/change-plan/plan-steps.ts': ASKS,
    'modules/github/github-http.ts': '2 MB of an answer; archives are streamed.',
    'modules/github-app/app-client.ts':
      'The same, by readText of github-http.ts; the body of a request of the OAuth library.',
    'modules/login-provider/provider-profile.ts': '256 KB of an answer, 8,000 elements, 12 deep (provider-fetch.ts).',
    'modules/migration/migration-steps.ts': ASKS,
    'modules/site-source/site-source.tasks.ts': 'No HTTP: a step that is called so.',
    'modules/vulnerability/feed-thread.ts':
      '256 MB of the feed that the operator configures; a thread of its own reads it.',
    'processor/deliver.ts': 'The panel on this machine: the status alone.',
    'processor/pages.ts': 'Runs in the browser.',
    'platform/release/release-files.ts': 'No HTTP: a store of releases.',
    'platform/release/source-maps.ts': 'No HTTP: a cache that is called so.',
    'platform/web/boot-watch.ts': 'Runs in the browser.',
    'platform/web/document.ts': 'Runs in the browser.',
    'tls/h2-bridge.ts': 'The head of a request: 16 KB.',
    'tls/tls-server.ts': 'The head of a request: 16 KB.',
  },
};
