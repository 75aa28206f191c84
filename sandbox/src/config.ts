import { join } from 'node:path';

/** Returns the system's environment variables without the product's settings. */
export function systemEnvironment(): Record<string, string> {
  const names = ['PATH', 'HOME', 'TMPDIR', 'LANG', 'LC_ALL', 'TZ', 'LD_LIBRARY_PATH', 'NODE_COMPILE_CACHE'];
  return Object.fromEntries(
    names.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]])),
  );
}

export interface DemoConfig {
  readonly host: string;
  readonly port: number;
  readonly dataDir: string;
  /** Settings that the demo passes to the product unchanged. */
  readonly passedOn: Readonly<Record<string, string>>;
  /** The first of the ports for mailbox, payout provider, ad network, tracking company, SMTP and identity provider. */
  readonly sandboxPort: number;
  readonly actsPerSecond: number;
  readonly people: number;
  /** True with `--oidc`: the company's identity provider signs people in too. */
  readonly hasIdentityProvider: boolean;
}

/** @throws Error with one line that names an invalid value */
export function readDemoConfig(root: string, args: readonly string[]): DemoConfig {
  const unknown = args.find((arg) => arg !== '--oidc');
  if (unknown !== undefined) throw new Error(`${unknown} is unknown. The demo knows --oidc.`);
  return {
    hasIdentityProvider: args.includes('--oidc'),
    host: process.env['HOST'] || '127.0.0.1',
    port: numberOf('PORT', 3000, 65_000),
    dataDir: process.env['DATA_DIR'] || join(root, 'data', 'demo'),
    passedOn: Object.fromEntries(
      ['DATABASE_URL', 'DATABASE_OWNER_URL', 'COINS_PER_RUPEE', 'REFERRAL_SHARE', 'METRICS_TOKEN'].flatMap((name) =>
        process.env[name] ? [[name, process.env[name]]] : [],
      ),
    ),
    sandboxPort: numberOf('SANDBOX_PORT', 3010, 65_000),
    actsPerSecond: numberOf('CROWD_PER_MINUTE', 15, 3_000) / 60,
    people: numberOf('DEMO_PEOPLE', 300, 2_000),
  };
}

function numberOf(name: string, fallback: number, most: number): number {
  const text = process.env[name] ?? '';
  if (text === '') return fallback;
  const number = Number(text);
  if (!Number.isInteger(number) || number < 1 || number > most)
    throw new Error(`${name} must be a whole number from 1 to ${most}`);
  return number;
}
