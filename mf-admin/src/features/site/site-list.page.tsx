export function Component() {
  return <h1>site-list</h1>;
}
