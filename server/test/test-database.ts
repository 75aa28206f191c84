import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { inject } from 'vitest';
import { withDatabase } from './template-database.ts';
import type {} from './global-setup.ts';

export interface TestDatabase {
  readonly name: string;
  readonly connectionString: string;
  /** For `openDatabase`, `migrate` and pg's own `Client`. */
  readonly connection: { connectionString: string };
  /** Removes it, whoever is still connected. */
  drop(): Promise<void>;
}

/** A fresh database with every migration applied, of this test file alone. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const { url, template } = inject('testServer');
  const name = `muneem_test_${randomBytes(6).toString('hex')}`;
  await administer(url, `create database ${name} template ${template}`);
  const connectionString = withDatabase(url, name);
  return {
    name,
    connectionString,
    connection: { connectionString },
    drop: () => administer(url, `drop database if exists ${name} with (force)`),
  };
}

async function administer(url: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
