const BEGIN = '-----BEGIN CERTIFICATE-----';
const END = '-----END CERTIFICATE-----';

/** The certificates of a text in PEM, in their order, as texts; what is between them is left out. */
export function pemBlocks(text: string): string[] {
  const blocks: string[] = [];
  for (let begin = text.indexOf(BEGIN); begin >= 0;) {
    const end = text.indexOf(END, begin);
    if (end < 0) break;
    blocks.push(text.slice(begin, end + END.length));
    begin = text.indexOf(BEGIN, end);
  }
  return blocks;
}
