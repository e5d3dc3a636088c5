export function Component() {
  return <h1>create-details</h1>;
}
