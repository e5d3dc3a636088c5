import { relative } from 'node:path';

/** Reporter for node's test runner: one JSON object with counts, files without a test, and the seconds of each file. */
export default async function* countReporter(events) {
  const counts = { passed: 0, failed: 0, skipped: 0, empty: [], files: [] };
  for await (const { type, data } of events) {
    if (type === 'test:summary' && data.file)
      counts.files.push({ file: relative(process.cwd(), data.file), ms: data.duration_ms });
    if (type !== 'test:pass' && type !== 'test:fail') continue;
    if (data.details?.type === 'suite') continue;
    const isFile = data.nesting === 0 && data.file !== undefined && data.file.endsWith(data.name);
    if (isFile && type === 'test:pass') counts.empty.push(data.name);
    else if (data.skip !== undefined || data.todo !== undefined) counts.skipped += 1;
    else if (type === 'test:pass') counts.passed += 1;
    else counts.failed += 1;
  }
  yield JSON.stringify(counts);
}
