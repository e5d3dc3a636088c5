import { Link } from 'react-router';
import type { Route } from './+types/hello';

export const meta: Route.MetaFunction = ({ params }) => [{ title: `Hello, ${params.name}` }];

export default function Hello({ params }: Route.ComponentProps) {
  return (
    <>
      <h1>Hello, {params.name}.</h1>
      <p>
        <Link to="/">Back to the first page</Link>
      </p>
    </>
  );
}
