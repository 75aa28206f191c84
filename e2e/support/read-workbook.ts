import { readZip } from './read-zip.ts';

/** The columns of document 001 §9. Written again here, because the product's own list is under test. */
export const SIXTEEN_COLUMNS = (
  'Click ID, Conversion ID, User Name, User Email, Offer Name, Event, Source, Status, ' +
  'User Payout, Total Payout, Click IP, Conversion IP, City, State, Country, Created Date'
).split(', ');

const PLAIN = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&apos;': "'" } as const;
const plain = (text: string): string =>
  text.replaceAll(/&(?:amp|lt|gt|quot|apos);/g, (sign) => PLAIN[sign as keyof typeof PLAIN]);

/** Returns the sheet names and the cells of the first sheet, row by row. */
export function readWorkbook(file: Buffer): { sheets: string[]; rows: (string | number)[][] } {
  const parts = readZip(file);
  const all = (part: string, what: RegExp): string[] => [...part.matchAll(what)].map(([, found]) => found ?? '');
  const texts = all(parts.get('xl/sharedStrings.xml') ?? '', /<t[^>]*>([^<]*)<\/t>/g).map(plain);
  const valueOf = (cell: string): string | number => {
    // Our server writes inline texts and omits empty cells.
    const inline = /<is>.*?<t[^>]*>([^<]*)<\/t>/s.exec(cell)?.[1];
    if (inline !== undefined) return plain(inline);
    if (/^<c[^>]*\/>$/.test(cell)) return '';
    const value = Number(/<v>([^<]*)<\/v>/.exec(cell)?.[1] ?? Number.NaN);
    return /^<c [^>]*t="s"/.test(cell) ? (texts[value] ?? '') : value;
  };
  return {
    sheets: all(parts.get('xl/workbook.xml') ?? '', /<sheet [^>]*name="([^"]*)"/g),
    rows: all(parts.get('xl/worksheets/sheet1.xml') ?? '', /<row[^>]*>(.*?)<\/row>/gs).map((row) =>
      all(row, /(<c(?: [^>]*)?\/>|<c[ >].*?<\/c>)/gs).map(valueOf),
    ),
  };
}
