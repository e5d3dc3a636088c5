import { Form, Link, redirect } from 'react-router';
import type { Route } from './+types/home';

/** Runs on the server for each visit: read a database or another service here. */
export function loader() {
  return { time: new Date().toISOString(), node: process.version };
}

/** Runs on the server when the form is sent. */
export async function action({ request }: Route.ActionArgs) {
  const form = await request.formData();
  return redirect(`/hello/${encodeURIComponent(String(form.get('name') || 'world'))}`);
}

export const meta: Route.MetaFunction = () => [{ title: 'React on a server' }];

export default function Home({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <h1>It works.</h1>
      <p>
        Rendered at {loaderData.time} by Node.js {loaderData.node}. Change <code>app/routes/home.tsx</code>, then deploy
        again.
      </p>
      <Form method="post">
        <label>
          Your name <input name="name" autoComplete="name" />
        </label>{' '}
        <button type="submit">Say hello</button>
      </Form>
      <p>
        <Link to="/hello/world">Another page</Link>
      </p>
    </>
  );
}
