import { parseEnv } from './parse-env.ts';

test('names, quotes, comments and lines that are nothing', () => {
  expect(
    parseEnv(`# the shop
export API_URL=https://api.example.com
TITLE="A shop\\nwith lines"
RAW='as $it is'
EMPTY=
PORT=3000 # the port
not a variable
1BAD=x
`),
  ).toEqual({
    variables: [
      { name: 'API_URL', value: 'https://api.example.com' },
      { name: 'TITLE', value: 'A shop\nwith lines' },
      { name: 'RAW', value: 'as $it is' },
      { name: 'EMPTY', value: '' },
      { name: 'PORT', value: '3000' },
    ],
    skipped: 2,
  });
});

test('the last of two values counts', () => {
  expect(parseEnv('A=1\nA=2').variables).toEqual([{ name: 'A', value: '2' }]);
});
