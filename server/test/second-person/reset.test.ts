import { expect, it } from 'vitest';
import { sql } from '#platform/database/index.ts';
import { openAdminSession } from '#test/admin-session.ts';
import { commandHere } from '#test/operator-commands.ts';
import { startSettingsApp } from '#test/settings/settings-app.ts';
import { proposalCalls } from './limits.ts';

const world = await startSettingsApp();

it('lets an operator switch the second person off if no one else can decide, and mails all owners', async () => {
  const { app, mail } = world;
  const { open } = proposalCalls(app.call);
  const support = await openAdminSession(app, 'support@example.com', { role: 'support' });
  await world.save({ secondPersonDay: 5_000 });
  const refused = await world.save({ secondPersonDay: null });
  expect(refused.body.message).toContain('no other administrator can confirm it');
  const [proposal] = await open(world.admin);
  expect(proposal).toMatchObject({ deciders: [] });
  expect((await app.call('POST', `/api/proposals/${proposal!.id}/confirm`, undefined, support)).status).toBe(403);

  const environment = { DATABASE_URL: app.serverDatabase.pool.options.connectionString, SMTP_URL: mail.url };
  const { code, stdout } = await commandHere('reset-second-person', [], environment);
  expect([code, stdout]).toEqual([
    0,
    'All limits of one person are off. 1 open proposals were withdrawn.\nThe owners are mailed: admin@example.com\n',
  ]);
  const told = await mail.next(({ subject }) => subject?.includes('second person was switched off') === true);
  expect(told.to).toBeDefined();
  expect(await open(world.admin)).toEqual([]);
  const [entry] = await app.database.query<{ actorName: string; before: object }>(
    sql`select actor_name, before from audit_log where action = 'settings.reset-second-person'`,
  );
  expect(entry).toMatchObject({ actorName: 'Operator of the machine', before: { day: 5_000 } });
  expect((await world.save({ secondPersonWithdrawal: 100 })).status).toBe(200);
});
