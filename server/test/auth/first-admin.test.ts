import { expect, it } from 'vitest';
import { sql } from '#platform/database/index.ts';
import { createSecondNode, createTestApp, type TestApp } from '#test/test-app.ts';

let app: TestApp | undefined;

const admins = (of: TestApp) =>
  of.database.query<{ email: string; hash: string }>(sql`select email, password_hash as hash from admins`);

it('creates the first administrator from the settings once, with the product’s password hash', async () => {
  app = await createTestApp({ ADMIN_EMAIL: 'First@Example.com', ADMIN_PASSWORD: 'first password' });
  const [first] = await admins(app);
  expect(first).toMatchObject({
    email: 'first@example.com',
    hash: expect.stringMatching(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/) as string,
  });
  const again = await createSecondNode(app, { ADMIN_EMAIL: 'second@example.com', ADMIN_PASSWORD: 'other password' });
  await again.stop();
  expect(await admins(app)).toEqual([first]);
});

it('creates one administrator when many instances start at once', async () => {
  const shared = (app = await createTestApp());
  // Without the settings there is no default account.
  expect(await admins(shared)).toEqual([]);
  const nodes = await Promise.all(
    Array.from({ length: 4 }, (_, i) =>
      createSecondNode(shared, { ADMIN_EMAIL: `node${i}@example.com`, ADMIN_PASSWORD: 'password' }),
    ),
  );
  await Promise.all(nodes.map((node) => node.stop()));
  expect(await admins(app)).toHaveLength(1);
});
