import type { Adapter, AdapterPayload } from 'oidc-provider';

/** The records of one provider. They outlive a change of its keys. */
export type Records = Map<string, AdapterPayload>;

/** Keeps the provider's records in memory. The library's own memory prints a warning. */
export const memoryAdapter =
  (records: Records) =>
  (kind: string): Adapter => {
    const keyOf = (id: string): string => `${kind}:${id}`;
    const recordWith = async (field: 'uid' | 'userCode', value: string): Promise<AdapterPayload | undefined> =>
      [...records].find(([key, record]) => key.startsWith(`${kind}:`) && record[field] === value)?.[1];
    return {
      upsert: async (id, record) => void records.set(keyOf(id), record),
      find: async (id) => records.get(keyOf(id)),
      findByUid: (uid) => recordWith('uid', uid),
      findByUserCode: (code) => recordWith('userCode', code),
      consume: async (id) => {
        const record = records.get(keyOf(id));
        if (record !== undefined) record.consumed = Math.floor(Date.now() / 1000);
      },
      destroy: async (id) => void records.delete(keyOf(id)),
      revokeByGrantId: async (grantId) => {
        for (const [key, record] of records) if (record.grantId === grantId) records.delete(key);
      },
    };
  };
