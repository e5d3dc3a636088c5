/** The test files at a path relative to the root: the file itself, or all below it. */
export function testFiles(path: string): string[];

/** The test files of a stage: those that are named, or all but the campaign. */
export function filesOf(stage: string, files: Map<string, string[]>): string[];

/** The test files of the campaign. */
export function campaignFiles(): string[];

/** The stage of a test file. */
export function stageOf(file: string): string;
