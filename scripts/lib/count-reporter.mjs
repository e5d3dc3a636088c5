import { relative, resolve } from 'node:path';

const place = (file) => relative(process.cwd(), resolve(file));

/** A file, or the suite of one that runs together with others: both are called like the file. */
const isFileOf = ({ nesting, name }) => nesting === 0 && /\.test\.(?:ts|mjs)$/.test(name);

/**
 * Reporter for node's test runner, one JSON object a line: `began` and `ended` for each file, so that the report of a
 * run that was ended names the files that hung, then counts, files without a test, the seconds of each file,
 * the tests that failed and why.
 */
export default async function* countReporter(events) {
  // Tests that share a process are declared in another file than their own; what is reported is in the order of the files.
  let suite = '';
  const fileOf = (file = '') => (file.endsWith('/declared-tests.mjs') ? suite : place(file));
  const counts = { passed: 0, failed: 0, skipped: 0, empty: [], files: [], failures: [], reasons: {} };
  for await (const { type, data } of events) {
    const isFile = isFileOf(data);
    if (isFile && type === 'test:start') suite = place(data.name);
    if (isFile && type === 'test:dequeue') yield `${JSON.stringify({ began: place(data.name) })}\n`;
    if (isFile && type === 'test:complete') yield `${JSON.stringify({ ended: place(data.name) })}\n`;
    if (type === 'test:summary' && data.file && isFileOf({ nesting: 0, name: data.file }))
      counts.files.push({ file: place(data.file), ms: data.duration_ms });
    if (type !== 'test:pass' && type !== 'test:fail') continue;
    if (data.details?.type === 'suite') {
      if (isFile) counts.files.push({ file: place(data.name), ms: data.details.duration_ms });
      continue;
    }
    if (isFile && type === 'test:pass') counts.empty.push(data.name);
    else if (data.skip !== undefined || data.todo !== undefined) counts.skipped += 1;
    else if (type === 'test:pass') counts.passed += 1;
    else {
      counts.failed += 1;
      const name = isFile ? place(data.name) : `${fileOf(data.file)}: ${data.name}`;
      counts.failures.push(name);
      // The runner wraps what the test has thrown.
      const { error } = data.details ?? {};
      counts.reasons[name] = String(error?.cause?.message ?? error?.message ?? '');
    }
  }
  yield JSON.stringify({ counts });
}
