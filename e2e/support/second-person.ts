import { confirmProposal, listProposals } from '@muneem/contract/proposals';
import { ApiError } from '@muneem/contract/http';
import type { SettingsChange } from '@muneem/contract/settings';
import { changeSettings, type AdminSession } from '@muneem/sandbox/product';
import type { Role } from '@muneem/contract/rights';
import { newAdmin } from './new-admin.ts';
import { test } from './test.ts';
import { ADMIN, startTestWorld, type TestWorld } from './world.ts';

/** A new administrator takes no part in proposals for a day. */
const OLD_ENOUGH_MS = 25 * 3_600_000;

/** The test of journeys in a world of their own, whose first owner invited these people yesterday. */
export const testWithTeam = (...team: { readonly email: string; readonly role?: Role }[]) =>
  test.extend<object, { world: TestWorld }>({
    world: [
      // oxlint-disable-next-line no-empty-pattern
      async ({}, use, { parallelIndex }) => {
        const world = await startTestWorld(parallelIndex, OLD_ENOUGH_MS);
        for (const admin of team) await newAdmin(world, admin);
        await world.product.setBehind(0);
        await use(world);
        await world.close();
      },
      { scope: 'worker', timeout: 180_000 },
    ],
  });

const NO_LIMITS = {
  secondPersonWithdrawal: null,
  secondPersonDay: null,
  secondPersonRun: null,
  secondPersonManualDay: null,
} satisfies SettingsChange;

/** Sets limits for one person. Works only while none is set. */
export const setLimits = (world: TestWorld, limits: Partial<Record<keyof typeof NO_LIMITS, number>>) =>
  changeSettings(world, world.mailbox, ADMIN.email, limits);

/** Removes the limits: another owner proposes, and the first one confirms. */
export async function removeLimits(
  world: TestWorld,
  owner: { readonly email: string; readonly session: AdminSession },
): Promise<void> {
  try {
    await changeSettings(owner.session, world.mailbox, owner.email, NO_LIMITS);
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'second_person') throw error;
    const { proposals } = await world.call(listProposals, { query: {} });
    const { id } = proposals.find(({ recordType, isYours }) => recordType === 'settings' && !isYours)!;
    await world.call(confirmProposal, { params: { id } });
  }
}
