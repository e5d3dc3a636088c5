/** What is dragged within the file manager; other pages and programs do not know it. */
const TYPE = 'application/x-panel-files';

/** Says what is dragged. */
export function takeDragged(data: DataTransfer, paths: readonly string[]): void {
  data.setData(TYPE, JSON.stringify(paths));
  data.effectAllowed = 'move';
}

/** The paths that are dragged, or none. */
export function draggedPaths(data: DataTransfer): string[] {
  const text = data.getData(TYPE);
  return text === '' ? [] : (JSON.parse(text) as string[]);
}
