import { useEffect, useState, type FormEvent } from 'react';

type Note = { id: string; text: string };

/** The back end answers below /api of this address. */
async function ask<T>(path: string, options?: RequestInit): Promise<T> {
  const answer = await fetch(`/api${path}`, { headers: { 'content-type': 'application/json' }, ...options });
  if (!answer.ok) throw new Error(`The server answered with ${answer.status}.`);
  return (await answer.json()) as T;
}

/** The whole application. */
export function App() {
  const [notes, setNotes] = useState<readonly Note[]>([]);
  const [text, setText] = useState('');
  const [error, setError] = useState<string | null>(null);

  const show = (asked: Promise<Note[]>): Promise<void> =>
    asked.then(
      (found) => {
        setNotes(found);
        setError(null);
      },
      (reason: Error) => setError(reason.message),
    );

  useEffect(() => {
    void show(ask<Note[]>('/notes'));
  }, []);

  function add(event: FormEvent) {
    event.preventDefault();
    void show(ask<Note[]>('/notes', { method: 'POST', body: JSON.stringify({ text }) })).then(() => setText(''));
  }

  return (
    <main>
      <h1>Notes</h1>
      <form onSubmit={add}>
        <label>
          New note <input value={text} onChange={(event) => setText(event.target.value)} maxLength={500} required />
        </label>{' '}
        <button type="submit">Add</button>
      </form>
      {error && <p role="alert">{error}</p>}
      <ul>
        {notes.map((note) => (
          <li key={note.id}>
            {note.text}{' '}
            <button
              type="button"
              aria-label={`Delete ${note.text}`}
              onClick={() => void show(ask<Note[]>(`/notes/${note.id}`, { method: 'DELETE' }))}
            >
              ×
            </button>
          </li>
        ))}
      </ul>
      <p>They are kept in the PostgreSQL database of the back end.</p>
    </main>
  );
}
