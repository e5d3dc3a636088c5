import { useState } from 'react';

/** The whole application. */
export function App() {
  const [count, setCount] = useState(0);
  return (
    <main>
      <h1>It works.</h1>
      <p>
        Change <code>src/App.tsx</code>, then deploy again.
      </p>
      <button type="button" onClick={() => setCount(count + 1)}>
        Clicked {count} times
      </button>
    </main>
  );
}
