import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const MAIN = fileURLToPath(new URL('../../src/main.ts', import.meta.url));

/** Starts the server with settings that it must refuse. @returns its exit code and output */
export const failToStart = (
  environment: Readonly<Record<string, string>>,
): Promise<{ code: unknown; stdout: string; stderr: string }> =>
  new Promise((resolve) => {
    const options = { env: { ...process.env, ...environment }, timeout: 150_000 };
    execFile(process.execPath, [MAIN], options, (error, stdout, stderr) =>
      resolve({ code: error?.code, stdout, stderr }),
    );
  });
