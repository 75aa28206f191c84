import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** The format that LibreOffice converts to: the whole workbook as XML, or each sheet as text. */
export type Opened = 'fods' | 'csv';

/** Options of the CSV filter: UTF-8, each sheet in its own file (the last token), times as shown, numbers in full. */
const FILTERS: Readonly<Record<Opened, string>> = {
  fods: 'fods',
  csv: 'csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,true,false,false,false,-1',
};

/** @returns the name and version of the installed LibreOffice, or null */
export async function findLibreOffice(): Promise<string | null> {
  const { code, output } = await run(['--version']).catch(() => ({ code: 1, output: '' }));
  return code === 0 ? output.trim() : null;
}

/**
 * Opens a workbook in LibreOffice and writes its contents into a folder, as `name.fods` or `name-sheet.csv`.
 * @throws Error if LibreOffice does not open it, reports a problem or repairs it
 */
export async function openWorkbook(file: string, as: Opened, folder: string): Promise<void> {
  const profile = `-env:UserInstallation=${pathToFileURL(join(folder, 'profile')).href}`;
  const { code, output } = await run([profile, '--headless', '--convert-to', FILTERS[as], '--outdir', folder, file]);
  const messages = output.split('\n').filter((line) => line !== '' && !EXPECTED.test(line));
  if (code !== 0 || messages.length > 0)
    throw new Error(`LibreOffice, opening ${file}: ${code} ${messages.join(' · ')}`);
}

/** Messages that LibreOffice always prints. It does not need Java here. */
const EXPECTED = /^convert .* using filter|^Writing sheet |javaldx/;

async function run(parameters: readonly string[]): Promise<{ code: number | null; output: string }> {
  const child = spawn('soffice', parameters, { stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, output };
}
