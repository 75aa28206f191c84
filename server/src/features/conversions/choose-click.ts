import type { ConversionInput } from './conversion.ts';
import type { ClickRow } from './conversions.repository.ts';

/**
 * Chooses the click of a message with two ids: the one that exists, or else the one that belongs to the named offer.
 * Keeps both ids if that does not decide, which is a conflict.
 */
export function chooseClick(input: ConversionInput, clicks: ReadonlyMap<string, ClickRow>): ConversionInput {
  if (input.otherClickId === undefined) return input;
  const { otherClickId, ...rest } = input;
  const click = clicks.get(input.clickId);
  const other = clicks.get(otherClickId);
  if (!other) return rest;
  if (!click) return { ...rest, clickId: otherClickId };
  const [isOwn, isOthersOwn] = [click, other].map(({ offerId }) => offerId === input.offerId);
  if (isOwn === isOthersOwn) return input;
  return isOwn ? rest : { ...rest, clickId: otherClickId };
}
