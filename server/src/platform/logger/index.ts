import { pino, type Logger as PinoLogger } from 'pino';

export type Logger = PinoLogger;

/** Header, field and query names whose values never reach a log line. */
const REDACTED = [
  'req.headers.authorization',
  'req.headers.cookie',
  '*.password',
  '*.newPassword',
  '*.otp',
  '*.token',
  '*.apiKey',
  '*.bulkpeApiKey',
];

/** JSON lines on standard output, secrets redacted. */
export function createLogger(level: string): Logger {
  return pino({ level, redact: { paths: REDACTED, censor: '[redacted]' }, base: null });
}
