import { rights } from '@muneem/contract/rights';
import { listUsers, type User } from '@muneem/contract/users';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { api } from '#lib/api.ts';
import { may } from '#lib/may.ts';

const TYPING_MS = 250;
const MAX_UID_LENGTH = 128;

/** Looks up the user with exactly this id once typing pauses. The consumer app sets the ids, so any text may be one. */
export function useUserById(typed: string): User | undefined {
  const text = typed.trim();
  const [uid] = useDebouncedValue(text, TYPING_MS);
  const { data } = useQuery({
    queryKey: ['users', 'by-id', uid],
    queryFn: async ({ signal }) => (await api(listUsers, { query: { uid, limit: 1 }, signal })).users,
    enabled: may(rights.seeUsers) && uid !== '' && uid === text && uid.length <= MAX_UID_LENGTH,
  });
  return uid === text ? data?.[0] : undefined;
}
