import { mkdir, realpath } from 'node:fs/promises';
import { totalmem } from 'node:os';
import { EmbeddedPostgresError } from './programs.ts';

const MB = 1024 * 1024;

/**
 * Settings of the embedded server. Each commit reaches the disk before it is acknowledged. Speed comes from memory, rare
 * checkpoints and a smaller write-ahead log. They are passed on the command line, so an upgrade changes them.
 */
export function embeddedSettings(major: number): Record<string, string> {
  const share = (part: number, leastMb: number, mostMb: number): string =>
    `${Math.round(Math.min(Math.max((totalmem() * part) / MB, leastMb), mostMb))}MB`;
  return {
    fsync: 'on',
    synchronous_commit: 'on',
    full_page_writes: 'on',
    listen_addresses: '',
    unix_socket_permissions: '0700',
    max_connections: '120',
    shared_buffers: share(0.2, 64, 2048),
    effective_cache_size: share(0.5, 128, 16_384),
    work_mem: '8MB',
    maintenance_work_mem: share(0.03, 32, 512),
    wal_compression: 'on',
    wal_buffers: '16MB',
    min_wal_size: '256MB',
    max_wal_size: '4GB',
    checkpoint_timeout: '15min',
    checkpoint_completion_target: '0.9',
    random_page_cost: '1.1',
    jit: 'off',
    autovacuum_naptime: '20s',
    autovacuum_vacuum_scale_factor: '0.05',
    autovacuum_analyze_scale_factor: '0.05',
    timezone: 'UTC',
    log_timezone: 'UTC',
    lc_messages: 'C',
    logging_collector: 'off',
    log_destination: 'stderr',
    // Above "error": the application reports a refused insert, and PostgreSQL's detail line would contain values.
    log_min_messages: 'log',
    log_checkpoints: 'off',
    log_autovacuum_min_duration: '-1',
    // The password is random and long: repeated hashing would only slow down each new connection.
    ...(major >= 16 ? { reserved_connections: '3', scram_iterations: '1' } : {}),
  };
}

/**
 * Settings that archive the WAL. PostgreSQL's own module writes a temporary file, flushes it, renames it, and never
 * replaces a different file.
 */
export async function archiveSettings(folder: string): Promise<Record<string, string>> {
  await mkdir(folder, { recursive: true, mode: 0o700 }).catch((error: unknown) => {
    throw new EmbeddedPostgresError(`The folder of the WAL archive cannot be made: ${(error as Error).message}`);
  });
  return {
    archive_mode: 'on',
    archive_library: 'basic_archive',
    'basic_archive.archive_directory': await realpath(folder),
    // At most this much is lost with the disk of DATA_DIR.
    archive_timeout: '5min',
  };
}

/** `initdb` arguments: UTF-8, the same order and letter case on every machine, page checksums. */
export function initdbArguments(major: number, folder: string, user: string, passwordFile: string): string[] {
  const builtin = ['--locale-provider=builtin', '--locale=C.UTF-8'];
  const older = ['--locale=C', `--lc-ctype=${process.platform === 'darwin' ? 'en_US.UTF-8' : 'C.UTF-8'}`];
  return [
    `--pgdata=${folder}`,
    `--username=${user}`,
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--data-checksums',
    '--no-instructions',
    ...(major >= 17 ? builtin : older),
  ];
}
