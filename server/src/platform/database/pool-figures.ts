import type { Metrics } from '#platform/metrics/index.ts';
import type { Database } from './database.ts';

export const addPoolFigures = (metrics: Metrics, { pool }: Database): void =>
  metrics.server(() => pool, {
    muneem_database_pool_size: {
      help: 'Most connections of this server (DATABASE_POOL)',
      of: ({ options }) => options.max,
    },
    muneem_database_pool_connections: {
      help: 'Open connections of this server',
      label: 'state',
      of: ({ totalCount, idleCount }) => [
        ['busy', totalCount - idleCount],
        ['idle', idleCount],
      ],
    },
    muneem_database_pool_waiting: {
      help: 'Statements and transactions that wait for a connection',
      of: ({ waitingCount }) => waitingCount,
    },
  });
