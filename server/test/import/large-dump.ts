const TABLE = `\nCREATE TABLE \`shop_large\` (\n  \`id\` int(11) NOT NULL,\n  \`body\` longtext,\n  PRIMARY KEY (\`id\`)\n);\n`;
/** As long as the statements that mysqldump writes by default. */
const STATEMENT_BYTES = 1_000_000;
const ROW_BYTES = 4000;

/**
 * A table of a dump, as mysqldump writes it: about so many bytes, statements of 1 MB, rows of 4 KB. Each tenth has
 * the old address of the dumps in this folder. Made as it is read.
 */
export function* dumpOf(bytes: number): Generator<string> {
  yield TABLE;
  let id = 0;
  for (let done = 0; done < bytes;) {
    const rows: string[] = [];
    for (let size = 0; size < STATEMENT_BYTES && done + size < bytes; size += ROW_BYTES) {
      id += 1;
      const host = id % 10 === 0 ? 'www.bakery.example/blog' : 'shop.example';
      const line = `row ${id} it\\'s a “text” \\\\ of https://${host}/${id}\\n`;
      rows.push(`(${id},'${line.repeat(ROW_BYTES / line.length)}')`);
    }
    const statement = `INSERT INTO \`shop_large\` VALUES ${rows.join(',')};\n`;
    done += Buffer.byteLength(statement);
    yield statement;
  }
}
