/** The test files at a path relative to the root: the file itself, or all below it. */
export function testFiles(path: string): string[];
