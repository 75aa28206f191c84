import type { CustomPostback } from '@muneem/contract/custom-postbacks';
import { AppError } from '#platform/app-error/index.ts';
import type { Queryable } from '#platform/database/index.ts';
import type { CustomPostbackDependencies } from './custom-postback-dependencies.ts';
import { toCustomPostback } from './custom-postback.mapper.ts';
import { findCustomPostback } from './custom-postbacks.repository.ts';

export const postbackNotFound = (): AppError => new AppError('not_found', 'This custom postback no longer exists.');

/** @throws AppError `not_found` */
export async function getCustomPostback(
  { secrets, offers, clock }: Pick<CustomPostbackDependencies, 'secrets' | 'offers' | 'clock'>,
  q: Queryable,
  id: string,
): Promise<CustomPostback> {
  const row = await findCustomPostback(q, id);
  if (row === null) throw postbackNotFound();
  return toCustomPostback(row, { secrets, offers, now: clock.now() });
}
