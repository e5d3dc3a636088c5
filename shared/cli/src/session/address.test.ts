import { readAddress } from './address.ts';

test('an address is read as people type it', () => {
  expect(readAddress('panel.example.com')).toBe('https://panel.example.com');
  expect(readAddress(' https://Panel.Example.com:8443/sites ')).toBe('https://panel.example.com:8443');
  expect(readAddress('http://acme.localhost:8099')).toBe('http://acme.localhost:8099');
  expect(readAddress('http://[::1]:8099')).toBe('http://[::1]:8099');
});

test('what would show the token to others is refused', () => {
  for (const typed of ['http://panel.example.com', 'http://127.0.0.1.example.com', 'http://localhost.example.com'])
    expect(() => readAddress(typed)).toThrow('without encryption');
  expect(readAddress('http://panel.example.com', { insecureHttp: true })).toBe('http://panel.example.com');
  expect(() => readAddress('https://name:secret@panel.example.com')).toThrow('user name');
  expect(() => readAddress('ftp://panel.example.com')).toThrow('must start with https://');
  expect(() => readAddress('https://')).toThrow('is not an address');
});
