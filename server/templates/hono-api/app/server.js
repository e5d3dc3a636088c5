import { serve } from '@hono/node-server';
import { Hono } from 'hono';

const app = new Hono();

app.get('/', (c) => c.json({ message: 'It works.', time: new Date().toISOString() }));
app.get('/api/hello', (c) => c.json({ hello: c.req.query('name') ?? 'world' }));

// The variable PORT says where visitors are sent to.
serve({ fetch: app.fetch, port: Number(process.env.PORT ?? 3000), hostname: '127.0.0.1' });
