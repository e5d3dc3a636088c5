export function Component() {
  return <h1>create-plan</h1>;
}
