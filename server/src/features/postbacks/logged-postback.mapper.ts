import type { LoggedPostback } from '@muneem/contract/postbacks';
import { isoDates } from '#platform/http/index.ts';
import type { PostbackLogRow } from './postback-log.repository.ts';

export const toLoggedPostback = (row: PostbackLogRow): LoggedPostback => ({ ...isoDates(row), _id: row.id });
