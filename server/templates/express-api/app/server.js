import express from 'express';

const app = express();
app.use(express.json());

app.get('/', (_req, res) => {
  res.json({ message: 'It works.', time: new Date().toISOString() });
});

app.get('/api/hello', (req, res) => {
  res.json({ hello: String(req.query.name ?? 'world') });
});

// The variable PORT says where visitors are sent to.
app.listen(Number(process.env.PORT ?? 3000), '127.0.0.1', () => {
  console.log('The server is ready.');
});
