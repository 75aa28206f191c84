import type { Contradiction } from '@muneem/contract/conversions';
import { isoDates } from '#platform/http/index.ts';
import type { ContradictionRow } from './contradictions.repository.ts';

export const toContradiction = ({ id, ...row }: ContradictionRow): Contradiction => ({ ...isoDates(row), _id: id });
