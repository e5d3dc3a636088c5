export { CodeDiff, CodeEditor } from './code-editor.tsx';
export { breaksOf } from './line-breaks.ts';
