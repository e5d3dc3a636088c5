import { relative, resolve } from 'node:path';
import { filesOfProgram, isProgram } from './together-program.mjs';

const place = (file) => relative(process.cwd(), resolve(file));

/** A file, or the suite of one that runs together with others: both are called like the file. */
const isFileOf = ({ nesting, name }) => nesting === 0 && /\.test\.(?:ts|mjs)$/.test(name);

/**
 * What has failed with a program that runs files together: those that it did not run to their end, or, where it has
 * failed without them and without a test, the last one.
 */
function failuresOfProgram(program, { ended, failed }) {
  const files = filesOfProgram(program).map(place);
  const open = files.filter((file) => !ended.has(file));
  if (open.length > 0) return open.map((file) => `${file}: did not run to its end`);
  return failed.has(program) ? [`${files.at(-1)}: something that is open keeps the process from its end`] : [];
}

/**
 * Reporter for node's test runner, one JSON object a line: `began` and `ended` for each file, so that the report of a
 * run that was ended names the files that hung, then counts, files without a test, the seconds of each file,
 * the tests that failed and why.
 */
export default async function* countReporter(events) {
  // Tests that share a process are declared in another file than their own; what is reported is in the order of the files.
  let suite = '';
  const ended = new Set();
  const programs = { begun: new Set(), failed: new Set(), said: new Map() };
  const fileOf = (file = '') => (file.endsWith('/declared-tests.mjs') ? suite : place(file));
  const counts = { passed: 0, failed: 0, skipped: 0, empty: [], files: [], failures: [], reasons: {} };
  for await (const { type, data } of events) {
    const isFile = isFileOf(data);
    if (isFile && type === 'test:start') suite = place(data.name);
    if (isFile && type === 'test:dequeue') yield `${JSON.stringify({ began: place(data.name) })}\n`;
    if (isFile && type === 'test:complete') {
      ended.add(place(data.name));
      yield `${JSON.stringify({ ended: place(data.name) })}\n`;
    }
    if (type === 'test:summary' && data.file && isFileOf({ nesting: 0, name: data.file }))
      counts.files.push({ file: place(data.file), ms: data.duration_ms });
    // How it ended, if it had to.
    if (type === 'test:stderr' && isProgram(data.file)) programs.said.set(data.file, data.message);
    if (data.nesting === 0 && isProgram(data.name)) {
      if (type === 'test:dequeue') programs.begun.add(data.name);
      if (type === 'test:fail') programs.failed.add(data.name);
      continue;
    }
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
  // Where a test of theirs has failed too, the runner does not say that they have failed.
  for (const program of programs.begun)
    for (const name of failuresOfProgram(program, { ended, failed: programs.failed })) {
      counts.failed += 1;
      counts.failures.push(name);
      counts.reasons[name] = programs.said.get(program) ?? '';
    }
  yield JSON.stringify({ counts });
}
