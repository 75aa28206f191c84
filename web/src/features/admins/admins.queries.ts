import { listAdmins } from '@muneem/contract/admins';
import { queryOptions } from '@tanstack/react-query';
import { api } from '#lib/api.ts';

export const adminsQuery = () =>
  queryOptions({ queryKey: ['admins'], queryFn: ({ signal }) => api(listAdmins, { signal }) });
