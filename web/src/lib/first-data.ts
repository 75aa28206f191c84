import type { QueryClient } from '@tanstack/react-query';
import type { SearchParams } from './url-state.ts';

/** Asks for what a screen shows first, at the address with this search part. What comes of it is the screen's to tell. */
export type AskFirst = (client: QueryClient, search: SearchParams) => void;
