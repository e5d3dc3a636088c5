import { parseDotenv } from './dotenv.ts';

const parsed = (text: string) => Object.fromEntries(parseDotenv(text));

test('names, quotes, comments and values of several lines are read', () => {
  const text = '\uFEFF# first\r\nexport A = 1 # note\nB="x\\n\\"y\\""\nC=\'a # b\'\nD=\nKEY="one\ntwo\nthree"\nE=x#y\n';
  expect(parsed(text)).toEqual({ A: '1', B: 'x\n"y"', C: 'a # b', D: '', KEY: 'one\ntwo\nthree', E: 'x#y' });
});

test('what is no assignment is named by its line', () => {
  expect(() => parsed('A=1\n\nnothing')).toThrow('Line 3 is not NAME=value.');
  expect(() => parsed('A=1\nB="open\nmore')).toThrow('The quote in line 2 does not end.');
  expect(() => parsed('1A=x')).toThrow('Line 1');
});
