import { getRequestListener } from '@hono/node-server';

/**
 * The server adapter's own `Response`: a whole text goes to the socket as it is, where a native one is read as a
 * stream, which costs more than all of an answer's headers. The adapter gives the class out only by putting it in the
 * place of the global one, which other libraries of this process need as it was; so that is put back at once.
 */
export const PlainResponse: typeof Response = takeFromAdapter();

function takeFromAdapter(): typeof Response {
  const names = ['Request', 'Response'] as const;
  const native = names.map((name) => ({ name, descriptor: Object.getOwnPropertyDescriptor(globalThis, name) }));
  getRequestListener(() => new Response(null));
  const plain = globalThis.Response;
  for (const { name, descriptor } of native) if (descriptor) Object.defineProperty(globalThis, name, descriptor);
  return plain;
}
