export function Component() {
  return <h1>site-overview</h1>;
}
