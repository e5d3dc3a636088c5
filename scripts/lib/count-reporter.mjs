/** Reporter of node's test runner: one JSON object with counts, failures by name, and files that hold no test. */
export default async function* countReporter(events) {
  const counts = { passed: 0, failed: 0, skipped: 0, empty: [], failures: [] };
  for await (const { type, data } of events) {
    if (type !== 'test:pass' && type !== 'test:fail') continue;
    if (data.details?.type === 'suite') continue;
    const isFile = data.nesting === 0 && data.file !== undefined && data.file.endsWith(data.name);
    if (isFile && type === 'test:pass') counts.empty.push(data.name);
    else if (data.skip !== undefined || data.todo !== undefined) counts.skipped += 1;
    else if (type === 'test:pass') counts.passed += 1;
    else {
      counts.failed += 1;
      counts.failures.push(data.name);
    }
  }
  yield JSON.stringify(counts);
}
