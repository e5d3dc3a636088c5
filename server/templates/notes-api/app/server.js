import express from 'express';
import pg from 'pg';

// The variable DATABASE_URL has the address of the database of this application.
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 5 });
// Connections that are not used end when the database sleeps; the next query opens another.
pool.on('error', (error) => console.error(error.message));
await pool.query(`create table if not exists note (
  id bigint generated always as identity primary key,
  text text not null check (length(text) between 1 and 500)
)`);

const app = express();
app.use(express.json({ limit: '10kb' }));

const notes = async (_req, res) => {
  const { rows } = await pool.query('select id, text from note order by id desc limit 100');
  res.json(rows);
};

app.get('/', (_req, res) => {
  res.json({ message: 'It works.' });
});
app.get('/api/notes', notes);
app.post('/api/notes', async (req, res) => {
  const text = String(req.body?.text ?? '').trim();
  if (text === '' || text.length > 500) return res.status(400).json({ message: 'Write 1 to 500 characters.' });
  await pool.query('insert into note (text) values ($1)', [text]);
  return notes(req, res);
});
app.delete('/api/notes/:id', async (req, res) => {
  if (/^\d{1,18}$/.test(req.params.id)) await pool.query('delete from note where id = $1', [req.params.id]);
  return notes(req, res);
});

// The variable PORT says where visitors are sent to.
app.listen(Number(process.env.PORT ?? 3000), '127.0.0.1', () => {
  console.log('The server is ready.');
});
