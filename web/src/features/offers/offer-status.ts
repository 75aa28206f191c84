import type { OfferType } from '@muneem/contract/offers';
import type { StatusLook } from '#ui/display/index.ts';
import { offerCopy } from './offers.copy.ts';

export const offerStatus = (isActive: boolean): StatusLook =>
  isActive ? { label: offerCopy.active, color: 'green' } : { label: offerCopy.inactive, color: 'gray' };

export const offerType = (type: OfferType): StatusLook => ({ label: offerCopy.types[type], color: 'blue' });
