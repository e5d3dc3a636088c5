/** Rows as an aligned table without borders, so that it stays readable when copied. */
function table(rows) {
  const widths = rows[0].map((_, column) => Math.max(...rows.map((row) => row[column].length)));
  return rows
    .map(
      (row) =>
        `  ${row
          .map((cell, column) => cell.padEnd(widths[column]))
          .join('  ')
          .trimEnd()}`,
    )
    .join('\n');
}

/**
 * The start message: addresses and accounts.
 * @param {{addresses: {label: string, url: string}[], accounts: {host: string, email: string, role: string, password: string}[], notes?: string[]}} ready
 * @param {string} logFile
 */
export function announcement({ addresses, accounts, notes = [] }, logFile) {
  const parts = [
    `\nAddresses\n${table([['', ''], ...addresses.map(({ label, url }) => [label, url])])
      .split('\n')
      .slice(1)
      .join('\n')}`,
  ];
  if (accounts.length > 0) {
    parts.push(
      `Accounts\n${table([['Host', 'Email', 'Role', 'Password'], ...accounts.map(({ host, email, role, password }) => [host, email, role, password])])}`,
    );
  }
  parts.push(...notes.map((note) => `Note: ${note}`));
  parts.push(`The log is ${logFile}\nStop with Ctrl-C.`);
  return `${parts.join('\n\n')}\n\n`;
}
