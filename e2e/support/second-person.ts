import { confirmProposal, listProposals } from '@muneem/contract/proposals';
import { ApiError } from '@muneem/contract/http';
import type { SettingsChange } from '@muneem/contract/settings';
import { changeSettings, type AdminSession } from '@muneem/sandbox/product';
import { ADMIN, type TestWorld } from './world.ts';

const NO_LIMITS = {
  secondPersonWithdrawal: null,
  secondPersonDay: null,
  secondPersonRun: null,
  secondPersonManualDay: null,
} satisfies SettingsChange;

/** Sets limits for one person. Works only while none is set. */
export const setLimits = async (world: TestWorld, limits: Partial<Record<keyof typeof NO_LIMITS, number>>) =>
  changeSettings(await world.signIn(), world.mailbox, ADMIN.email, limits);

/** Removes the limits: an owner whom the first one invited proposes, and the first one confirms. */
export async function removeLimits(
  world: TestWorld,
  owner: { readonly email: string; readonly session: AdminSession },
): Promise<void> {
  try {
    await changeSettings(owner.session, world.mailbox, owner.email, NO_LIMITS);
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'second_person') throw error;
    const first = await world.signIn();
    const { proposals } = await first.call(listProposals, { query: {} });
    const { id } = proposals.find(({ recordType, isYours }) => recordType === 'settings' && !isYours)!;
    await first.call(confirmProposal, { params: { id } });
  }
}
