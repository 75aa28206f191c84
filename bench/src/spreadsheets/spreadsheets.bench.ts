import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { sql, type Database } from '@muneem/server/platform/database/index.ts';
import { withListServer, type ListServer } from '../lists/list-server.ts';
import { seedConversions } from '../lists/seed-conversions.ts';
import { seedOffers, seedUsers } from '../lists/seed-lists.ts';
import { judge, line } from '../report.ts';
import { launch } from '../screens/screens.bench.ts';

const run = promisify(execFile);

/** Maximum rows of the documented export. */
const CONVERSIONS = 10_000;

/** Texts that made spreadsheet programs execute, cut, convert or reject a cell. */
const HOSTILE = [
  '=HYPERLINK("https://evil.example","open")',
  "=cmd|' /C calc'!A0",
  '+1+1',
  '-1-1',
  '@SUM(A1:A9)',
  '＝1+1',
  '\n=1+1',
  ' =1+1',
  "'=1+1",
  '\ttab in front',
  'tab\tinside',
  'two\nlines',
  '  blanks  around  ',
  'comma, "quotes"; semicolon',
  '_x003D_1+1',
  '12345678901234567890',
  '0012',
  '1e5',
  '1/2',
  '2026-11-21',
  '₹1,234.50',
  'TRUE',
  '#REF!',
  '<b>&amp;</b>]]>',
  'नमस्ते 😀👨‍👩‍👧‍👦 e\u0301',
  'مرحبا \u202eright to left',
  'zero\u200bwidth\u2028line',
  'not a character\uffff',
  'x'.repeat(5_000),
];

const HEADINGS =
  'Click ID,Conversion ID,User Name,User Email,Offer Name,Event,Source,Status,User Payout,Total Payout,Click IP,Conversion IP,City,State,Country,Created Date';
/** The documented workbook of the browser has the documented headings. */
const WITH_ZONE = `${HEADINGS} (IST)`;

/**
 * Opens the workbooks of the server and of the browser in LibreOffice, and compares every cell and its type with the
 * database. @returns 'not run' if LibreOffice is not installed
 */
export async function benchSpreadsheets(): Promise<boolean | 'not run'> {
  const version = await run('soffice', ['--version']).catch(() => null);
  if (version === null) {
    line('– not run: there is no LibreOffice here (the command soffice; Debian: libreoffice-calc-nogui)');
    return 'not run';
  }
  line(`  ${version.stdout.trim()}`);
  return withListServer('spreadsheets', seed, async (server) => {
    const folder = await mkdtemp(join(tmpdir(), 'muneem-spreadsheets-'));
    try {
      for (const [name, save, headings] of [
        ['server', saveFromServer, WITH_ZONE],
        ['browser', saveInBrowser, HEADINGS],
      ] as const) {
        const expected = await expectedText(server.database, headings);
        await save(server, join(folder, `${name}.xlsx`));
        const opened = (await openInLibreOffice(folder, name)).split('\n');
        const different = expected.findIndex((text, at) => text !== opened[at]);
        if (different !== -1) line(`  line ${different + 1}: ${opened[different]} instead of ${expected[different]}`);
        server.keep(
          judge(`lines of the workbook of the ${name}`, opened.length, '≥', expected.length),
          judge(`lines too many or different`, opened.filter((text, at) => text !== expected[at]).length, '≤', 0),
        );
      }
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
}

async function seed(database: Database): Promise<string> {
  await seedOffers(database, 500);
  await seedUsers(database, 1_000);
  await seedConversions(database, CONVERSIONS);
  const texts = sql`unnest(${HOSTILE}::text[]) with ordinality t (text, n)`;
  await database.execute(sql`update users set name = text from ${texts} where id % ${HOSTILE.length}::int + 1 = n`);
  await database.execute(sql`
    update conversions set city = text, state = text, user_payout_paise = abs(hashtext(id)) % 90000, referral_payout_paise = abs(hashtext(id)) % 1000
    from ${texts} where abs(hashtext(id)) % ${HOSTILE.length}::int + 1 = n`);
  return `${CONVERSIONS} conversions with ${HOSTILE.length} hostile texts`;
}

/** The lines that LibreOffice writes: a text in quotation marks, numbers and times without. */
async function expectedText(database: Database, headings: string): Promise<string[]> {
  const rows = await database.query<{ texts: string[]; amounts: string[]; time: string }>(sql`
    select array[c.click_id, c.id, u.name, u.email, o.title, c.event_name, c.source, c.status, host(c.click_ip), host(c.conversion_ip),
        c.city, c.state, c.country] as texts,
      array[c.user_payout_paise, c.user_payout_paise + c.referral_payout_paise]::text[] as amounts,
      to_char(c.created_at at time zone 'Asia/Kolkata', 'YYYY-MM-DD HH24:MI:SS') as time
    from conversions c join users u on u.id = c.user_id join offers o on o.id = c.offer_id order by c.created_at desc, c.id desc`);
  // A text like a formula gets an apostrophe. XML forbids U+FFFF.
  const cell = (text: string): string =>
    `"${(/^[=+\-@\t\r\n＝＋－＠]/.test(text) ? `'${text}` : text).replaceAll('"', '""').replaceAll('\uFFFF', '')}"`;
  const lines = rows.map(({ texts, amounts, time }) => {
    const cells = texts.map(cell);
    return [...cells.slice(0, 8), ...amounts.map((paise) => (Number(paise) / 100).toFixed(2)), ...cells.slice(8), time];
  });
  return [headings.split(',').map(cell), ...lines]
    .map((cells) => cells.join(','))
    .join('\n')
    .split('\n');
}

async function saveFromServer({ base, token }: ListServer, file: string): Promise<void> {
  const url = `${base}/api/exports/conversions.xlsx`;
  const response = await fetch(url, { headers: { authorization: `Bearer ${token}` } });
  await writeFile(file, await response.bytes());
}

/** The documented export of Conversion Reports. */
async function saveInBrowser({ base, token }: ListServer, file: string): Promise<void> {
  const browser = await launch();
  const localStorage = [{ name: 'adminAuthToken', value: JSON.stringify({ token }) }];
  const page = await browser.newPage({ storageState: { cookies: [], origins: [{ origin: base, localStorage }] } });
  await page.goto(`${base}/conversion-reports`);
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Export Conversion Reports' });
  const day = (at: number): string => new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Kolkata' }).format(at);
  await dialog.getByLabel('Start Date').fill(day(Date.now() - 62 * 86_400_000));
  await dialog.getByLabel('End Date').fill(day(Date.now()));
  const saved = page.waitForEvent('download', { timeout: 120_000 });
  await dialog.getByRole('button', { name: 'Export' }).click();
  await (await saved).saveAs(file);
  await browser.close();
}

/** Formulas are written as formulas, so that none can hide behind its value. @throws Error if the file needs repair */
async function openInLibreOffice(folder: string, name: string): Promise<string> {
  const filter = 'csv:Text - txt - csv (StarCalc):44,34,76,1,,0,true,true,true';
  const profile = `-env:UserInstallation=file://${folder}/profile`;
  const workbook = join(folder, `${name}.xlsx`);
  await run('soffice', [profile, '--headless', '--convert-to', filter, '--outdir', folder, workbook]);
  return (await readFile(join(folder, `${name}.csv`), 'utf8')).trimEnd();
}
