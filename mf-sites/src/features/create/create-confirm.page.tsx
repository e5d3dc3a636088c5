export function Component() {
  return <h1>create-confirm</h1>;
}
