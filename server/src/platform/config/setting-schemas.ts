import { ROLES, type Role } from '@muneem/contract/rights';
import ipaddr from 'ipaddr.js';
import * as z from 'zod/mini';

const numberBetween = (minimum: number, maximum: number) =>
  z.pipe(
    z.transform((text: string) => Number(text)),
    z.number().check(z.gte(minimum, `must be at least ${minimum}`), z.lte(maximum, `must be at most ${maximum}`)),
  );

export const wholeNumber = (minimum: number, maximum: number) =>
  z.pipe(z.string().check(z.regex(/^\d+$/, 'must be a whole number')), numberBetween(minimum, maximum));

export const httpUrl = z.string().check(
  z.refine((text) => /^https?:$/.test(URL.parse(text)?.protocol ?? ''), 'must be a URL like https://host'),
  z.overwrite((text) => text.replace(/\/+$/, '')),
);

const isCidr = (text: string): boolean => ipaddr.isValidCIDR(text) || ipaddr.isValid(text);
const list = (text: string): string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');

/** Origins as sent by browsers: no path, no trailing slash, no wildcard. */
export const origins = z.pipe(
  z
    .string()
    .check(
      z.refine(
        (text) => list(text).every((part) => URL.parse(part)?.origin === part.toLowerCase()),
        'must be a comma-separated list of origins like https://admin.example.com',
      ),
    ),
  z.transform((text) => list(text.toLowerCase())),
);

export const smtpUrl = z.string().check(
  z.regex(/^smtps?:\/\//, 'must start with smtp:// or smtps://'),
  z.refine((text) => (URL.parse(text)?.hostname ?? '') !== '', 'must name a host, like smtp://host:587'),
);

export const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

export const cidrList = z.pipe(
  z
    .string()
    .check(
      z.refine((text) => list(text).every(isCidr), 'must be a comma-separated list of IP addresses or CIDR ranges'),
    ),
  z.transform(list),
);

export const databaseUrl = z.string().check(
  z.regex(/^postgres(ql)?:\/\//, 'must start with postgres://'),
  z.refine(
    (text) => !/[?&]target_session_attrs=(?!(any|primary|read-write)(&|$))/.test(text),
    'must not select a read-only host: target_session_attrs can only be any, primary or read-write',
  ),
);

export const readUrl = z.string().check(z.regex(/^postgres(ql)?:\/\//, 'must start with postgres://'));

export const delays = z.pipe(
  z
    .string()
    .check(
      z.refine(
        (text) => list(text).length > 0 && list(text).every((part) => /^\d+(\.\d+)?$/.test(part)),
        'must be a comma-separated list of seconds',
      ),
    ),
  z.transform((text: string) => list(text).map(Number)),
);

export const decimal = (minimum: number, maximum: number) =>
  z.pipe(z.string().check(z.regex(/^\d+(\.\d+)?$/, 'must be a number')), numberBetween(minimum, maximum));

/** `off`, `on`, a number of hops, or a list of the proxies' IP addresses. */
export const trustProxy = z.pipe(
  z
    .string()
    .check(
      z.refine(
        (text) => /^(off|on|false|true|\d+)$/.test(text) || list(text).every(isCidr),
        'must be off, on, a number of hops, or a list of IP addresses',
      ),
    ),
  z.transform((text: string): boolean | number | string[] => {
    if (/^(off|false)$/.test(text)) return false;
    if (/^(on|true)$/.test(text)) return true;
    return /^\d+$/.test(text) ? Number(text) : list(text);
  }),
);

/** @param least the smallest age at which the screens and the checks still work */
export const retentionDays = (least: number) =>
  wholeNumber(0, 36_500).check(z.refine((days) => days === 0 || days >= least, `must be 0 or at least ${least}`));

export const secret = z.optional(z.string().check(z.minLength(32, 'must have at least 32 characters')));

const isLoopback = (hostname: string): boolean => /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);

/** Kept as written: a slash at the end is part of an issuer's name. Without TLS only on this machine. */
export const safeUrl = (example: string) =>
  z.string().check(
    z.refine((text) => {
      const url = URL.parse(text);
      return url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopback(url.hostname));
    }, `must be a URL like ${example}`),
  );

/** As Standard Webhooks defines it. */
export const webhookSecret = z.string().check(
  z.refine((text) => {
    const key = /^whsec_([A-Za-z0-9+/]+={0,2})$/.exec(text)?.[1];
    const { length } = Buffer.from(key ?? '', 'base64');
    return length >= 24 && length <= 64;
  }, 'must be whsec_ and 24 to 64 random bytes in Base64'),
);

export const onOff = z.pipe(
  z.enum(['on', 'off'], 'must be on or off'),
  z.transform((text: 'on' | 'off') => text === 'on'),
);

const ROLE_OF_GROUP = new RegExp(`^(.+):(${ROLES.join('|')})$`);

/** `finance-team:finance,…`: groups of the identity provider and their roles. */
export const groupRoles = z.pipe(
  z
    .string()
    .check(
      z.refine(
        (text) => list(text).every((part) => ROLE_OF_GROUP.test(part)),
        `must be a comma-separated list like finance-team:finance, with the roles ${ROLES.join(', ')}`,
      ),
    ),
  z.transform((text) =>
    list(text).map((part) => {
      const [, group = '', role] = ROLE_OF_GROUP.exec(part) ?? [];
      return { group, role: role as Role };
    }),
  ),
);
