import { createWriteStream } from 'node:fs';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { sql } from '@muneem/server/platform/database/index.ts';
import { withListServer, type ListServer } from '../lists/list-server.ts';
import { seedConversions } from '../lists/seed-conversions.ts';
import { seedOffers, seedUsers } from '../lists/seed-lists.ts';
import { judge, line } from '../report.ts';
import { exportInBrowser } from './browser-export.ts';
import { compareCells, compareTexts, type Comparison, type Known } from './compare-sheets.ts';
import { CONVERSION_COLUMNS, knownConversions, knownUsers, USER_COLUMNS } from './known-rows.ts';
import { findLibreOffice, openWorkbook } from './libre-office.ts';
import { readCsv, readFods } from './read-sheets.ts';
import { seedHostile } from './seed-hostile.ts';

/** More than the 1,048,576 rows of a sheet, so that the export needs a second sheet. */
const USERS = Number(process.env['BENCH_USERS'] ?? 1_050_000);
/** Maximum rows of the documented export. */
const CONVERSIONS = 10_000;
const DAYS_BACK = 62;

/**
 * Opens every workbook that the product makes in LibreOffice. Compares each cell and its type; there must be no formula
 * and nothing to repair. @returns 'not run' if LibreOffice is not installed
 */
export async function benchSpreadsheets(): Promise<boolean | 'not run'> {
  const program = await findLibreOffice();
  if (program === null) {
    line('– not run: there is no LibreOffice here (the command soffice; Debian: libreoffice-calc-nogui)');
    return 'not run';
  }
  line(`  ${program}`);
  return withListServer(
    'spreadsheets',
    async (database) => {
      // Filling a million users spends most of its time on the search index, and this benchmark does not search.
      await database.execute(sql`drop index users_search, users_short_search`);
      await seedOffers(database, 500);
      await seedUsers(database, USERS);
      await seedConversions(database, CONVERSIONS);
      await seedHostile(database);
      return `${USERS.toLocaleString('en-IN')} users and ${CONVERSIONS.toLocaleString('en-IN')} conversions`;
    },
    async (server) => {
      const folder = await mkdtemp(join(tmpdir(), 'muneem-spreadsheets-'));
      try {
        await openConversions(server, folder);
        await openUsers(server, folder);
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
    },
  );
}

async function openConversions(server: ListServer, folder: string): Promise<void> {
  const known = (): AsyncIterable<readonly Known[]> => knownConversions(server);
  const streamed = join(folder, 'streamed.xlsx');
  await download(server, '/api/exports/conversions.xlsx', streamed);
  await judgeOpened(server, 'conversions by the server', {
    file: streamed,
    folder,
    headings: CONVERSION_COLUMNS,
    known,
  });
  const documented = join(folder, 'documented.xlsx');
  const { writingMs, wholeMs } = await exportInBrowser(
    { url: server.base, token: server.token },
    exportDays(),
    documented,
  );
  line(
    `  ${Math.round(writingMs)} ms for the browser to read and write ${CONVERSIONS} rows, ${Math.round(wholeMs)} ms from the click to the file`,
  );
  await judgeOpened(server, 'conversions by the browser', {
    file: documented,
    folder,
    headings: CONVERSION_COLUMNS,
    known,
  });
}

async function openUsers(server: ListServer, folder: string): Promise<void> {
  const known = (): AsyncIterable<readonly Known[]> => knownUsers(server);
  const file = join(folder, 'users.xlsx');
  await download(server, '/api/exports/users.xlsx', file);
  const { sheets } = await judgeOpened(server, 'users by the server', { file, folder, headings: USER_COLUMNS, known });
  server.keep(judge('sheets of the users', sheets, '≥', USERS > MAX_ROWS ? 2 : 1));
}

const MAX_ROWS = 1_048_575;

/** The export's two dates in the input's format: from before the first conversion until today. */
function exportDays(): { first: string; last: string } {
  const day = (at: number): string => new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Kolkata' }).format(at);
  return { first: day(Date.now() - DAYS_BACK * 86_400_000), last: day(Date.now()) };
}

async function download({ base, token }: ListServer, path: string, file: string): Promise<void> {
  const response = await fetch(base + path, { headers: { authorization: `Bearer ${token}` } });
  if (!response.ok || response.body === null) throw new Error(`${path}: ${response.status}`);
  await pipeline(Readable.from(response.body), createWriteStream(file));
}

interface Expectation {
  readonly file: string;
  readonly folder: string;
  readonly headings: readonly string[];
  known(): AsyncIterable<readonly Known[]>;
}

async function judgeOpened(
  server: ListServer,
  what: string,
  { file, folder, headings, known }: Expectation,
): Promise<Comparison> {
  const name = file.slice(folder.length + 1, -'.xlsx'.length);
  const begin = performance.now();
  await openWorkbook(file, 'fods', folder);
  const seconds = Math.round((performance.now() - begin) / 1000);
  const read = await compareCells(headings, known(), readFods(join(folder, `${name}.fods`)));
  await rm(join(folder, `${name}.fods`));
  await openWorkbook(file, 'csv', folder);
  const texts = await compareTexts(headings, known(), readCsv(folder, name));
  line(
    `  ${what}: ${read.rows} rows on ${read.sheets} sheets, ${((await stat(file)).size / 1e6).toFixed(1)} MB, opened in ${seconds} s`,
  );
  for (const difference of [...read.differences, ...texts.differences]) line(`  ${difference}`);
  server.keep(
    judge(`differences of ${what}, opened (rows, types, values, formulas)`, read.differences.length, '≤', 0),
    judge(`differences of ${what}, saved as CSV`, texts.differences.length, '≤', 0),
  );
  return read;
}
