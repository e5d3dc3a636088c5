export function Component() {
  return <h1>create-finish</h1>;
}
