import { EXIT, Fault, usage } from '../fault.ts';

const TOKEN_BYTES = 4096;

const checked = (text: string): string => {
  const token = text.trim();
  if (!token) throw usage('No token was given.');
  // Nothing else can stand in a header; the panel's own tokens are letters, digits and underscores.
  if (!/^[\x21-\x7e]+$/.test(token)) throw usage('This is not a token: it has characters that no token has.');
  return token;
};

/** The token on standard input, for programs. */
export async function tokenFromStdin(): Promise<string> {
  let text = '';
  for await (const part of process.stdin.setEncoding('utf8') as AsyncIterable<string>) {
    text += part;
    if (text.length > TOKEN_BYTES) throw usage('Standard input has more than a token.');
  }
  return checked(text);
}

/** Asks for the token on the terminal, and shows nothing of it. */
export async function askToken(question: string): Promise<string> {
  const { stdin, stderr } = process;
  if (!stdin.isTTY) throw usage('There is no terminal to ask for the token. Give it by --token-stdin.');
  stdin.setRawMode(true).setEncoding('utf8').resume();
  stderr.write(question);
  try {
    return checked(await typed(stdin));
  } finally {
    stdin.setRawMode(false).pause();
    stderr.write('\n');
  }
}

const typed = (stdin: NodeJS.ReadStream): Promise<string> =>
  new Promise((resolve, reject) => {
    let text = '';
    stdin.on('data', (part: string) => {
      for (const key of part) {
        if (key === '\r' || key === '\n' || key === '\u0004') return resolve(text);
        if (key === '\u0003') return reject(new Fault('Interrupted.', EXIT.interrupted));
        if (key === '\u007f' || key === '\b') text = text.slice(0, -1);
        else if (text.length < TOKEN_BYTES) text += key;
      }
    });
    stdin.once('end', () => resolve(text));
  });
