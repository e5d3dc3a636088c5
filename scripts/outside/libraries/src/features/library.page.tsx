import { useParams } from 'react-router-dom';
import { Page } from '@panel/ui';

/** /libraries/:name, whose parameter a router of its own would not know. */
export function Component() {
  return <Page title={`Library ${useParams()['name']}`}>Opened by react-router-dom.</Page>;
}
